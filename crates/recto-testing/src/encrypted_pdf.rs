//! Encrypted PDF files: one page (`Nets dry on the quay.`) with the title `Quay`, encrypted by
//! qpdf 11.3 with fixed ids.

/// What the file says about its encryption, the title and the contents of the page.
#[derive(Debug, Clone, Copy)]
pub struct Encrypted {
    /// The scheme.
    pub name: &'static str,
    /// The dictionary that describes it.
    pub encrypt: &'static str,
    title: &'static str,
    page: &'static str,
}

/// RC4 with 40 bits.
const RC4_40: Encrypted = Encrypted {
    name: "rc4-40",
    encrypt: "<< \
              /Filter /Standard /Length 40 \
              /O <c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab> \
              /P -4 /R 2 \
              /U <b3d9fa366906ef42f354c6deb74c59075eaf334eb7c04356ba0d7f3dd8b51d0a> /V 1 >>",
    title: "ebdbd75e",
    page: "9a2254c792ce61f0b7d6f74a06dbc34b5f4394e1cffd5eee5e50d3950cde3c18 \
           7039e6077ebfda19201d0d9489207fefac00521ecf",
};

/// RC4 with 128 bits.
const RC4_128: Encrypted = Encrypted {
    name: "rc4-128",
    encrypt: "<< \
              /Filter /Standard /Length 128 \
              /O <566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5> \
              /P -2056 /R 3 \
              /U <07e0e894026a796d9187751a5620776b0122456a91bae5134273a6db134c87c4> /V 2 >>",
    title: "af178e3b",
    page: "f75a8182213997bfe46bcf477fbe937b7f63e6039506cd63d41709f8a84e2855 \
           8c446c3fcf39633fc713047a163f77ecfffa940d5b",
};

/// AES with 128 bits.
pub const AES_128: Encrypted = Encrypted {
    name: "aes-128",
    encrypt: "<< \
              /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> \
              /Filter /Standard /Length 128 \
              /O <566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5> \
              /P -2056 /R 4 \
              /StmF /StdCF /StrF /StdCF \
              /U <07e0e894026a796d9187751a5620776b0122456a91bae5134273a6db134c87c4> /V 4 >>",
    title: "0e1c2a38465462707e8c9aa8b6c4d2e08404f69d4388f1e2275783a486c1965a",
    page: "0e1c2a38465462707e8c9aa8b6c4d2e09d612d6e1c99e57a9e928e267af61254 \
           7996b8db0e554fbdc1ba20cbf26023695a981e1a82e173011ee57c97d0543137 \
           20c143ecdaa3bb6f99c336e51f95d911",
};

/// The same, data about the file left as it is.
const AES_128_CLEAR: Encrypted = Encrypted {
    name: "aes-128-clear",
    encrypt: "<< \
              /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /EncryptMetadata false \
              /Filter /Standard /Length 128 \
              /O <566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5> \
              /P -4 /R 4 \
              /StmF /StdCF /StrF /StdCF \
              /U <b7ae61ae5fe831ccd7979c155d4f926c0122456a91bae5134273a6db134c87c4> /V 4 >>",
    title: "0e1c2a38465462707e8c9aa8b6c4d2e0829f3962b01d00dfa04f90811b7cf2cb",
    page: "0e1c2a38465462707e8c9aa8b6c4d2e00ff3b0ada9edcf81f128d1cf68345df4 \
           21eb8a05789a79f305d87f8b1410802ef19c7f2fcd270c2c67d2ed026a2d84f1 \
           f27e57377567dca8c9b970402d5e42bd",
};

/// AES with 256 bits, as Acrobat 9 wrote it.
const AES_256_R5: Encrypted = Encrypted {
    name: "aes-256-r5",
    encrypt: "<< \
              /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> \
              /Filter /Standard /Length 256 \
              /O <9d3f37f8a83355447eef2dd97513aac1092bc02fbedf83b187d3ef42045dd562e3a52c93ef5b612433c6de8f26549d21> \
              /OE <7f8b579501103df858764fe6a9fb3dea1d7f54dbce7de32f0b018b5c3eff1575> \
              /P -4 \
              /Perms <92dc4cbde9cfaabbd524e352c996b4f4> /R 5 \
              /StmF /StdCF /StrF /StdCF \
              /U <f427354799c78e8b07aea92d317e41793ce9d953cd80c79c0bd6cb7ee6cc622ec2f368d05543abc6a2407f7c19876c86> \
              /UE <41b036f3a9b147e5a95d10f819066bc5e972b10518ac6ae1cfc0b4cdd13b68dd> /V 5 >>",
    title: "0e1c2a38465462707e8c9aa8b6c4d2e06399e5598d80003e558e655257c0ce48",
    page: "0e1c2a38465462707e8c9aa8b6c4d2e0a860bc799c9349677768a24754ecd81a \
           3dc43807893455d7580d8d3dae69c2550fa763b12fefb0b91221d3434e6c9ee6 \
           a157bc5d682982ef6497934efffebb6a",
};

/// AES with 256 bits.
const AES_256: Encrypted = Encrypted {
    name: "aes-256",
    encrypt: "<< \
              /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> \
              /Filter /Standard /Length 256 \
              /O <cf952b101ee51bee0f89b86a58ea31140cd8272dd07b4ae31d184d68e99414d50f527579cd75db8c2b4ca07ed795d66c> \
              /OE <18adfc066b284ecd61b8df99244fb35f85a5195e7c1eca25ae56d85a5a5118c7> \
              /P -2056 \
              /Perms <b3dc9af7ab62b1eb5238fc390207ff38> /R 6 \
              /StmF /StdCF /StrF /StdCF \
              /U <e297165de1b0489b943f1ff42900e078621290d9c0c0216120260c39a44285f31d3eb6207a9607b79193213d527c9f1a> \
              /UE <cc5ef2e58a0ab9a8f526a7c3b090f3c550cfafc8bbb53daec3c5b5711420e377> /V 5 >>",
    title: "0e1c2a38465462707e8c9aa8b6c4d2e042266928729ec3faed1ba160f037fa2b",
    page: "0e1c2a38465462707e8c9aa8b6c4d2e086879cd85d1a956af5dd45e00ee4dbe5 \
           7a2ef88570e7aba4d3b5b2da0ef27c4719f665fb0046f5741bbb63fbc9d29d30 \
           89704a143086e1346cf8ec206130bdad",
};

/// AES with 256 bits and a user password.
pub const WITH_PASSWORD: Encrypted = Encrypted {
    name: "with-password",
    encrypt: "<< \
              /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> \
              /Filter /Standard /Length 256 \
              /O <f0c3494cf5931cdf4c5a3ffce216da6d7190263ab341e0a34b05eeef623d05d51272c17efa1bb5d49e8cab8467ddccb0> \
              /OE <7bea9525db30cc97232ee766b5fdbca2b310ca4dfa64015a7f8dfc2bf3389b48> \
              /P -4 \
              /Perms <4fa5de26b74676f126a3700dba328682> /R 6 \
              /StmF /StdCF /StrF /StdCF \
              /U <fe488abfdf7329736f954d3d7669018956f3eb0a7cd8dc61bb7fee16dd420aad0e43474f169f1062ee14a47137c029a3> \
              /UE <3c8d49f4b1938f0df499730aafb3c6f6c28f79d61beb69970c570cac41bc26ca> /V 5 >>",
    title: "0e1c2a38465462707e8c9aa8b6c4d2e083322ba9a47bea80c7095616ab217cce",
    page: "0e1c2a38465462707e8c9aa8b6c4d2e0b1457a84b76f4bc2298a42fc42aa8f7e \
           2fd1456defdc8bead460f7edbf3d4b7329a60b9e45bb8a76f523b116d2674fb0 \
           361e8f852d36b9dda587cba3dc1b119b",
};

/// Bytes from hexadecimal digits.
pub fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex
        .chars()
        .filter_map(|c| c.to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// Those that open without a password.
pub const OPEN: [Encrypted; 6] = [RC4_40, RC4_128, AES_128, AES_128_CLEAR, AES_256_R5, AES_256];

impl Encrypted {
    /// The encrypted contents of the page.
    pub fn page(&self) -> Vec<u8> {
        bytes(self.page)
    }

    /// The file as qpdf wrote it, without its table.
    pub fn file(&self) -> Vec<u8> {
        self.file_with(&self.page())
    }

    /// The same with other contents of the page.
    pub fn file_with(&self, contents: &[u8]) -> Vec<u8> {
        let Self { encrypt, title, .. } = self;
        let mut file = format!(
            "%PDF-1.6\n1 0 obj << /Pages 3 0 R /Type /Catalog >> endobj\n\
             2 0 obj << /Title <{title}> >> endobj\n\
             3 0 obj << /Kids [ 4 0 R ] /MediaBox [ 0 0 612 792 ] /Resources \
             << /Font << /F1 5 0 R >> >> /Type /Pages >> endobj\n\
             4 0 obj << /Contents 6 0 R /Parent 3 0 R /Type /Page >> endobj\n\
             5 0 obj << /BaseFont /Helvetica /Encoding /WinAnsiEncoding /Subtype /Type1 \
             /Type /Font >> endobj\n\
             6 0 obj << /Length {} >> stream\n",
            contents.len()
        )
        .into_bytes();
        file.extend_from_slice(contents);
        let rest = format!(
            "\nendstream endobj\n7 0 obj {encrypt} endobj\n\
             trailer << /Info 2 0 R /Root 1 0 R /Encrypt 7 0 R /ID [<{ID}><{ID}>] >>\n"
        );
        file.extend_from_slice(rest.as_bytes());
        file
    }
}

const ID: &str = "31415926535897932384626433832795";
