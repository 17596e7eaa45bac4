use super::*;

fn kept(text: &str, spans: &[Span]) -> String {
    let (mut kept, mut at) = (String::new(), 0);
    for span in spans {
        kept.push_str(&text[at..span.start]);
        at = span.end;
    }
    kept + &text[at..]
}

const PROSE: &str = "The tide rises over the quay and the boats rise with it, as they have done on \
                     every morning of the year that anybody here can remember.\n\n";

const FRENCH: &str = "La marée monte sur le quai et les bateaux montent avec elle, comme ils l'ont \
                      fait chaque matin de l'année dont les gens d'ici se souviennent encore.\n\n";

#[test]
fn stars_that_announce_start_and_end_enclose_a_text() {
    let body = PROSE.repeat(9);
    let text = format!(
        "A notice.\n\n*** START OF THE TALE ***\n\n{body}*** END OF THE TALE ***\nTerms.\n"
    );
    assert_eq!(kept(&text, &enclosing(&text)).trim(), body.trim());
    assert_eq!(enclosing(&format!("{body}***\n{body}")), []);
    assert_eq!(
        enclosing(&format!("{body}*** the end ***\n{body}{body}")),
        []
    );
}

#[test]
fn ends_in_another_language_are_no_part_of_a_text() {
    let licence = "You may copy this text and give it away, and you may use it again under the \
                   terms of the licence that comes with it or that can be had by post.\n\n";
    let text = [licence.repeat(6), FRENCH.repeat(60), licence.repeat(9)].concat();
    let rest = kept(&text, &foreign(&text));
    assert!(
        !rest.contains("licence") && rest.matches("bateaux").count() == 60,
        "{rest}"
    );
    assert_eq!(foreign(&FRENCH.repeat(60)), []);
    let quoted = [FRENCH.repeat(30), licence.repeat(6), FRENCH.repeat(30)].concat();
    assert_eq!(foreign(&quoted), [], "a quotation in the middle stays");
}

#[test]
fn page_numbers_rise_and_lists_do_not_count_as_pages() {
    let page = |n: usize| format!("{PROSE}Tide tables            {n}\n\n");
    let text: String = (1..7).map(page).collect();
    assert_eq!(kept(&text, &pages(&text)).matches("tables").count(), 0);
    let list: String = (1..7)
        .map(|n| format!("{n}. Bring lamp and rope\n"))
        .collect();
    assert_eq!(pages(&list), []);
    let chapters: String = (1..7).map(|n| format!("CHAPTER {n}.\n\n{PROSE}")).collect();
    assert_eq!(pages(&chapters), []);
    let rfc: String = (1..7)
        .map(|n| format!("{PROSE}Tide            [Page {n}]\n"))
        .collect();
    assert_eq!(pages(&rfc).len(), 6);
    let years = "Founded in 1850\nFounded in 1900\nFounded in 1950\nFounded in 1990\n";
    assert_eq!(pages(years), []);
}

#[test]
fn what_many_documents_share_at_their_ends_is_furniture() {
    let document = |i: usize| {
        let own: String = (0..4).map(|n| format!("Story {i}.{n}: {PROSE}")).collect();
        let text = format!("{own}Subscribe to our letter for more stories like this one.\n");
        Document::new(i.to_string(), text)
    };
    let documents: Vec<Document> = (0..5).map(document).collect();
    let mut pile = Pile {
        documents,
        ..Pile::default()
    };
    set_aside(&mut pile);
    for document in &pile.documents {
        let rest = kept(&document.text, &document.aside);
        assert!(
            !rest.contains("Subscribe") && rest.contains("Story"),
            "{rest}"
        );
    }
    let [warning] = &pile.warnings[..] else {
        panic!("{:?}", pile.warnings)
    };
    assert!(
        warning
            .message
            .contains("5 documents were set aside: repeated")
    );
}

#[test]
fn copies_of_a_whole_document_stay() {
    let documents = (0..4).map(|i| Document::new(i.to_string(), PROSE.repeat(6)));
    let mut pile = Pile {
        documents: documents.collect(),
        ..Pile::default()
    };
    set_aside(&mut pile);
    assert!(
        pile.documents
            .iter()
            .all(|document| document.aside.is_empty())
    );
    assert_eq!(pile.warnings, []);
}
