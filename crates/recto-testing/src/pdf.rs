//! Small PDF files.

/// A PDF of pages, each with the operators that draw it; `/F1` is Helvetica, `/F2` Times.
pub fn pdf(pages: &[&str]) -> Vec<u8> {
    pdf_with(pages, "")
}

/// The same with more in the trailer, such as `/Encrypt 9 0 R`.
pub fn pdf_with(pages: &[&str], trailer: &str) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len())
        .map(|i| format!("{} 0 R", 10 + 2 * i))
        .collect();
    let mut objects = vec![
        (1, "<< /Type /Catalog /Pages 2 0 R >>".to_string()),
        (
            2,
            format!(
                "<< /Type /Pages /Kids [{}] /Count {} /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
                kids.join(" "),
                pages.len()
            ),
        ),
        (3, font("Helvetica")),
        (4, font("Times-Roman")),
    ];
    for (i, content) in pages.iter().enumerate() {
        let page = 10 + 2 * i;
        objects.push((
            page,
            format!("<< /Type /Page /Parent 2 0 R /Contents {} 0 R >>", page + 1),
        ));
        objects.push((
            page + 1,
            format!(
                "<< /Length {} >>\nstream\n{content}\nendstream",
                content.len() + 1
            ),
        ));
    }
    let mut file = String::from("%PDF-1.4\n");
    for (number, object) in objects {
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    file.push_str(&format!(
        "trailer << /Root 1 0 R /Size 100 {trailer} >>\n%%EOF\n"
    ));
    file.into_bytes()
}

fn font(name: &str) -> String {
    format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>")
}

/// Operators that write lines of text from a place downwards, 12 points apart.
pub fn lines(x: u32, y: u32, lines: &[&str]) -> String {
    let mut content = format!("BT /F1 10 Tf 12 TL {x} {y} Td ");
    for line in lines {
        let line = line
            .replace('\\', r"\\")
            .replace('(', r"\(")
            .replace(')', r"\)");
        content.push_str(&format!("({line}) Tj T* "));
    }
    content + "ET\n"
}
