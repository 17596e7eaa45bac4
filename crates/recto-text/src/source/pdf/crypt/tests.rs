use super::super::file::File;
use super::super::tests::{failed, only};
use super::*;
use recto_testing::encrypted_pdf::{AES_128, OPEN, WITH_PASSWORD, bytes};

#[test]
fn files_that_open_without_a_password_are_read() {
    for vector in OPEN {
        let row = only(&vector.file());
        assert_eq!(row.text, "Nets dry on the quay.", "{}", vector.name);
        assert_eq!(row.title.as_deref(), Some("Quay"), "{}", vector.name);
    }
}

#[test]
fn files_that_need_a_password_are_named() {
    let message = failed(&WITH_PASSWORD.file());
    assert!(
        message.contains("encrypted; save it without a password"),
        "{message}"
    );
    // A key that is not right, and a way that is not known.
    for (from, to) in [
        ("/P -2056", "/P -2060"),
        ("/V 4", "/V 3"),
        ("/Standard", "/Other"),
        ("/AESV2", "/AESV9"),
        ("/U <07", "/U <08"),
        ("/O <56", "/O <57"),
    ] {
        let encrypt = AES_128.encrypt.replace(from, to);
        assert_ne!(encrypt, AES_128.encrypt, "{from}");
        let whole = AES_128.file();
        let text = String::from_utf8_lossy(&whole).replace(AES_128.encrypt, &encrypt);
        let message = failed(text.as_bytes());
        assert!(message.contains("encrypted"), "{to}: {message}");
    }
}

#[test]
fn contents_that_are_cut_short_are_no_panic() {
    for vector in OPEN {
        let page = vector.page();
        for length in 0..page.len() {
            let read = super::super::read(&vector.file_with(&page[..length]), &Default::default());
            assert_eq!(read.rows.len() + read.failures.len(), 1);
        }
    }
}

#[test]
fn what_is_decrypted_again_and_again_is_counted() {
    let whole = AES_128.file();
    let file = File::read(&whole, 1000);
    let stream = file.resolve(&Object::Reference(6));
    let times = (0..100).take_while(|_| file.unpacked(stream).is_some());
    // 80 bytes are decrypted and 53 come out of them.
    assert_eq!(times.count(), 7);
}

#[test]
fn rc4_gives_the_key_streams_of_rfc_6229() {
    let key = [1, 2, 3, 4, 5];
    assert_eq!(
        rc4(&key, &[0; 16]),
        bytes("b2396305f03dc027ccc3524a0a1118a8")
    );
}
