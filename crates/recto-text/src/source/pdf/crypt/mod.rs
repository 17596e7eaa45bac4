//! Encrypted files that open without a password.
//!
//! Many files are encrypted only to say that they are not to be printed or changed: any
//! program may show them, and the user password is empty. ISO 32000-2, 7.6, is followed:
//! RC4 with 40 to 128 bits (algorithms 1, 2, 4, 5) and AES with 128 and 256 bits (1, 1.A,
//! 2.A, 2.B). Whether the key is right is told by the file itself; where it is not, the file
//! needs a password and is not read.

use super::object::{Dict, Object};
use aes::cipher::generic_array::GenericArray;
use aes::cipher::{BlockDecrypt, BlockEncrypt, KeyInit};
use aes::{Aes128, Aes256};
use md5::Md5;
use sha2::{Digest, Sha256, Sha384, Sha512};

/// What stands for, or fills up, a password of less than 32 bytes.
const PADDING: [u8; 32] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
    0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];

const BLOCK: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cipher {
    /// What is not encrypted in an encrypted file.
    Identity,
    Rc4,
    Aes128,
    Aes256,
}

/// The key of a file, and what is encrypted with it.
#[derive(Debug)]
pub(super) struct Crypt {
    key: Vec<u8>,
    streams: Cipher,
    strings: Cipher,
}

impl Crypt {
    /// The key that an empty password gives; `None` if the file needs a password, or is
    /// encrypted in another way. `id` is the first id of the trailer.
    pub(super) fn open(dict: &Dict, id: &[u8]) -> Option<Self> {
        if dict.get("Filter").name() != Some("Standard") {
            return None;
        }
        let version = whole(dict.get("V"))?;
        let (streams, strings) = match version {
            1 | 2 => (Cipher::Rc4, Cipher::Rc4),
            4 | 5 => (filter(dict, "StmF")?, filter(dict, "StrF")?),
            _ => return None,
        };
        let key = if version == 5 {
            long_key(dict)?
        } else {
            short_key(dict, id, key_length(dict, version))?
        };
        Some(Self {
            key,
            streams,
            strings,
        })
    }

    /// The bytes of a stream of the object with this number and generation.
    pub(super) fn stream(&self, object: (u32, u32), bytes: &[u8]) -> Vec<u8> {
        self.plain(self.streams, object, bytes)
    }

    /// Decrypts all strings of an object.
    pub(super) fn strings(&self, number: (u32, u32), object: &mut Object) {
        match object {
            Object::String(bytes) => *bytes = self.plain(self.strings, number, bytes),
            Object::Array(values) => values
                .iter_mut()
                .for_each(|value| self.strings(number, value)),
            Object::Dict(dict) | Object::Stream(dict, _) => dict
                .values_mut()
                .for_each(|value| self.strings(number, value)),
            _ => {}
        }
    }

    fn plain(&self, cipher: Cipher, object: (u32, u32), bytes: &[u8]) -> Vec<u8> {
        match cipher {
            Cipher::Identity => bytes.to_vec(),
            Cipher::Rc4 => rc4(&self.object_key(object, b""), bytes),
            Cipher::Aes128 => unpadded::<Aes128>(&self.object_key(object, b"sAlT"), bytes),
            Cipher::Aes256 => unpadded::<Aes256>(&self.key, bytes),
        }
    }

    /// Algorithm 1: the key of one object.
    fn object_key(&self, (number, generation): (u32, u32), salt: &[u8]) -> Vec<u8> {
        let mut hash = Md5::new();
        hash.update(&self.key);
        hash.update(&number.to_le_bytes()[..3]);
        hash.update(&generation.to_le_bytes()[..2]);
        hash.update(salt);
        let length = (self.key.len() + 5).min(16);
        hash.finalize()[..length].to_vec()
    }
}

fn whole(object: &Object) -> Option<i64> {
    object.number().map(|number| number as i64)
}

fn key_length(dict: &Dict, version: i64) -> usize {
    let bits = whole(dict.get("Length")).unwrap_or(40);
    match version {
        1 => 5,
        2 => (bits / 8).clamp(5, 16) as usize,
        _ => 16,
    }
}

/// How the crypt filter of this name encrypts; `None` for a way that is not known.
fn filter(dict: &Dict, name: &str) -> Option<Cipher> {
    let Some(name) = dict.get(name).name().filter(|name| *name != "Identity") else {
        return Some(Cipher::Identity);
    };
    let filter = dict.get("CF").dict()?.get(name).dict()?;
    match filter.get("CFM").name() {
        Some("V2") => Some(Cipher::Rc4),
        Some("AESV2") => Some(Cipher::Aes128),
        Some("AESV3") => Some(Cipher::Aes256),
        Some("None") | None => Some(Cipher::Identity),
        _ => None,
    }
}

/// Algorithms 2 and 6: the key of RC4 and AES-128, if the file says that it is right. The key
/// depends on whether data about the file is encrypted, so both are tried.
fn short_key(dict: &Dict, id: &[u8], length: usize) -> Option<Vec<u8>> {
    let revision = whole(dict.get("R"))?;
    let owner = dict.get("O").bytes()?.get(..32)?;
    // Written as a signed or an unsigned number of 32 bits.
    let permissions = whole(dict.get("P"))? as u32;
    let user = dict.get("U").bytes()?;
    let key = |last: &[u8]| {
        let mut hash = Md5::new();
        hash.update(PADDING);
        hash.update(owner);
        hash.update(permissions.to_le_bytes());
        hash.update(id);
        hash.update(last);
        let mut key = hash.finalize()[..length].to_vec();
        for _ in 0..if revision >= 3 { 50 } else { 0 } {
            key = Md5::digest(&key)[..length].to_vec();
        }
        key
    };
    let is_right = |key: &Vec<u8>| {
        let n_compared = if revision >= 3 { 16 } else { 32 };
        let expected = check_value(key, id, revision);
        user.get(..n_compared) == Some(&expected[..n_compared])
    };
    [&[][..], &[0xFF; 4]].into_iter().map(key).find(is_right)
}

/// Algorithms 4 and 5: the value that the file holds if `key` is the right one.
fn check_value(key: &[u8], id: &[u8], revision: i64) -> Vec<u8> {
    if revision < 3 {
        return rc4(key, &PADDING);
    }
    let mut hash = Md5::new();
    hash.update(PADDING);
    hash.update(id);
    let mut value = hash.finalize().to_vec();
    for round in 0..20 {
        let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        value = rc4(&key, &value);
    }
    value
}

/// Algorithm 2.A: the key of AES-256, if the file says that it is right.
fn long_key(dict: &Dict) -> Option<Vec<u8>> {
    let hash = match whole(dict.get("R"))? {
        5 => |salt: &[u8]| Sha256::digest(salt).to_vec(),
        6 => hardened,
        _ => return None,
    };
    let user = dict.get("U").bytes()?;
    let (stored_hash, salts) = user.get(..48)?.split_at(32);
    if hash(&salts[..8]) != stored_hash {
        return None;
    }
    let encrypted = dict.get("UE").bytes()?.get(..32)?;
    cbc_decrypted::<Aes256>(&hash(&salts[8..]), &[0; BLOCK], encrypted)
}

/// Algorithm 2.B for an empty password: a hash that takes a while.
fn hardened(salt: &[u8]) -> Vec<u8> {
    let mut key = Sha256::digest(salt).to_vec();
    // The last byte is at most 255, so that 287 rounds are the most.
    for round in 0.. {
        let mixed = cbc_encrypted(&key[..16], &key[16..32], &key.repeat(64));
        let sum: u32 = mixed[..16].iter().map(|byte| u32::from(*byte)).sum();
        key = match sum % 3 {
            0 => Sha256::digest(&mixed).to_vec(),
            1 => Sha384::digest(&mixed).to_vec(),
            _ => Sha512::digest(&mixed).to_vec(),
        };
        let last = mixed.last().copied().unwrap_or(0);
        if round >= 63 && i32::from(last) <= round + 1 - 32 {
            break;
        }
    }
    key.truncate(32);
    key
}

fn rc4(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut state: [u8; 256] = std::array::from_fn(|i| i as u8);
    let mut j = 0_u8;
    for i in 0..256 {
        j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
        state.swap(i, usize::from(j));
    }
    let (mut i, mut j) = (0_u8, 0_u8);
    let next = |byte: &u8| {
        i = i.wrapping_add(1);
        j = j.wrapping_add(state[usize::from(i)]);
        state.swap(usize::from(i), usize::from(j));
        let at = state[usize::from(i)].wrapping_add(state[usize::from(j)]);
        byte ^ state[usize::from(at)]
    };
    bytes.iter().map(next).collect()
}

/// What AES encrypted behind its first block, without the padding; nothing if the key does
/// not fit. Bytes behind the last whole block are line ends of the file.
fn unpadded<C: KeyInit + BlockDecrypt>(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    let Some((first, bytes)) = bytes.split_at_checked(BLOCK) else {
        return Vec::new();
    };
    let whole = bytes.len() / BLOCK * BLOCK;
    let mut plain = cbc_decrypted::<C>(key, first, &bytes[..whole]).unwrap_or_default();
    let padding = plain.last().map_or(0, |byte| usize::from(*byte));
    if (1..=BLOCK).contains(&padding) {
        plain.truncate(plain.len() - padding);
    }
    plain
}

/// Whole blocks in CBC mode; `None` if the key has a wrong length.
fn cbc_decrypted<C: KeyInit + BlockDecrypt>(
    key: &[u8],
    first: &[u8],
    bytes: &[u8],
) -> Option<Vec<u8>> {
    let cipher = C::new_from_slice(key).ok()?;
    let mut plain = bytes.to_vec();
    let before = std::iter::once(first).chain(bytes.chunks_exact(BLOCK));
    for (block, before) in plain.chunks_exact_mut(BLOCK).zip(before) {
        cipher.decrypt_block(GenericArray::from_mut_slice(block));
        block
            .iter_mut()
            .zip(before)
            .for_each(|(byte, x)| *byte ^= x);
    }
    Some(plain)
}

/// Whole blocks encrypted with AES-128 in CBC mode.
fn cbc_encrypted(key: &[u8], first: &[u8], bytes: &[u8]) -> Vec<u8> {
    let cipher = Aes128::new(GenericArray::from_slice(key));
    let mut encrypted = bytes.to_vec();
    let mut before = first.to_vec();
    for block in encrypted.chunks_exact_mut(BLOCK) {
        block
            .iter_mut()
            .zip(&before)
            .for_each(|(byte, x)| *byte ^= x);
        cipher.encrypt_block(GenericArray::from_mut_slice(block));
        before.copy_from_slice(block);
    }
    encrypted
}

#[cfg(test)]
mod tests;
