//! Small ZIP archives.

use std::io::Write;

/// A file of an archive as it is written.
struct Packed {
    name: String,
    method: u16,
    flags: u16,
    checksum: u32,
    size: usize,
    bytes: Vec<u8>,
}

/// An archive of files that are stored as they are.
pub fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let stored = |(name, bytes): &(&str, &[u8])| packed(name, bytes, 0, bytes.to_vec());
    archive(&files.iter().map(stored).collect::<Vec<_>>())
}

/// An archive of files that are packed (deflate).
pub fn deflated(files: &[(&str, &[u8])]) -> Vec<u8> {
    let deflated = |(name, bytes): &(&str, &[u8])| {
        let mut writer =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        writer.write_all(bytes).expect("memory");
        packed(name, bytes, 8, writer.finish().expect("memory"))
    };
    archive(&files.iter().map(deflated).collect::<Vec<_>>())
}

/// An archive with so many entries, `0.txt` and so on, that all lead to one packed file.
pub fn overlapping(bytes: &[u8], count: usize) -> Vec<u8> {
    let mut writer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes).expect("memory");
    let packed_bytes = writer.finish().expect("memory");
    let mut file = packed("0.txt", bytes, 8, packed_bytes);
    let mut archive = file.whole();
    let mut table = Vec::new();
    for i in 0..count {
        file.name = format!("{i}.txt");
        table.extend_from_slice(&file.entry(0));
    }
    finish(&mut archive, &table, count);
    archive
}

/// An archive with one file that says that it is encrypted.
pub fn encrypted(name: &str) -> Vec<u8> {
    let mut file = packed(name, b"secret", 0, b"secret".to_vec());
    file.flags = 1;
    archive(&[file])
}

fn packed(name: &str, bytes: &[u8], method: u16, packed: Vec<u8>) -> Packed {
    let mut checksum = flate2::Crc::new();
    checksum.update(bytes);
    Packed {
        name: name.into(),
        method,
        flags: 0,
        checksum: checksum.sum(),
        size: bytes.len(),
        bytes: packed,
    }
}

impl Packed {
    /// What the header of the file and the entry of the table share.
    fn common(&self) -> Vec<u8> {
        let mut record = Vec::new();
        for number in [20, self.flags, self.method, 0, 33] {
            record.extend_from_slice(&number.to_le_bytes());
        }
        for number in [self.checksum, self.bytes.len() as u32, self.size as u32] {
            record.extend_from_slice(&number.to_le_bytes());
        }
        for number in [self.name.len() as u16, 0] {
            record.extend_from_slice(&number.to_le_bytes());
        }
        record
    }

    /// The file behind its own header.
    fn whole(&self) -> Vec<u8> {
        let name = self.name.as_bytes();
        [b"PK\x03\x04", &*self.common(), name, &self.bytes].concat()
    }

    /// The entry of the table for a file that begins at this byte.
    fn entry(&self, offset: usize) -> Vec<u8> {
        let offset = (offset as u32).to_le_bytes();
        let name = self.name.as_bytes();
        [
            b"PK\x01\x02\x14\0",
            &*self.common(),
            &[0; 10],
            &offset,
            name,
        ]
        .concat()
    }
}

fn archive(files: &[Packed]) -> Vec<u8> {
    let (mut bytes, mut table) = (Vec::new(), Vec::new());
    for file in files {
        table.extend_from_slice(&file.entry(bytes.len()));
        bytes.extend_from_slice(&file.whole());
    }
    finish(&mut bytes, &table, files.len());
    bytes
}

/// Appends the table of so many files and the record at the end.
fn finish(bytes: &mut Vec<u8>, table: &[u8], count: usize) {
    let (offset, size, count) = (bytes.len() as u32, table.len() as u32, count as u16);
    bytes.extend_from_slice(table);
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    bytes.extend_from_slice(&count.to_le_bytes());
    bytes.extend_from_slice(&count.to_le_bytes());
    bytes.extend_from_slice(&size.to_le_bytes());
    bytes.extend_from_slice(&offset.to_le_bytes());
    bytes.extend_from_slice(&[0, 0]);
}
