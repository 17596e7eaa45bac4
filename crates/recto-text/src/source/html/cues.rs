//! Words of a block that speak for or against its being part of the main text.

use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// Kinds of notices that stand around articles, with words that occur in them, in the languages
/// that most pages are in. The order is that of the fitted model's features.
pub(super) const CUES: [(&str, &str); 12] = [
    (
        "copyright",
        "copyright reserved rights rechte vorbehalten droits réservés derechos reservados \
         impressum datenschutz privacy terms agb mentions legal disclaimer",
    ),
    (
        "share",
        "share tweet facebook twitter whatsapp pinterest linkedin email e-mail follow teilen \
         folgen partager suivez compartir síguenos print drucken imprimer telegram instagram \
         youtube rss",
    ),
    (
        "more",
        "more related read also recommended popular latest trending previous next mehr \
         weitere lesen auch thema weiterlesen lire aussi plus más leer también relacionados \
         leggi anche altri zurück nächste vorherige meer lees czytaj także continue continuer \
         see siehe voir similar ähnliche",
    ),
    (
        "comment",
        "comment comments kommentar kommentare kommentieren commentaire commentaires \
         comentario comentarios commenti reply replies antworten répondre responder leave \
         antwort reacties komentarze",
    ),
    (
        "subscribe",
        "subscribe subscription newsletter newsletters sign login log register account abo \
         abonnieren abonnez anmelden registrieren inscrivez connexion suscríbete inbox \
         cookies cookie consent unsubscribe premium abonnenten member members donate spenden",
    ),
    (
        "byline",
        "by author posted published updated written von par por autor auteur editor redaktion \
         staff reporter correspondent publié veröffentlicht veröffentlichung aktualisiert \
         stand publicado uhr pm am edt est gmt modified min minutes ago aufrufe views",
    ),
    (
        "credit",
        "photo photos image images picture getty reuters afp ap dpa shutterstock istock \
         credit courtesy foto fotos bild bilder quelle crédit pixabay unsplash video watch \
         copyright photograph illustration screenshot",
    ),
    (
        "advertisement",
        "advertisement anzeige werbung publicité publicidad sponsored ad ads advertising \
         advert promoted affiliate gesponsert",
    ),
    (
        "tags",
        "tags tag categories category filed topics under schlagwörter kategorien kategorie \
         themen stichworte étiquettes catégories etiquetas labels mots-clés tagged posted",
    ),
    (
        "shop",
        "cart price buy shop add checkout warenkorb preis kaufen bestellen order shipping \
         versand panier acheter comprar precio offer deal deals rating reviews review \
         quantity",
    ),
    (
        "navigation",
        "home menu search contact about suche kontakt startseite über accueil recherche \
         inicio buscar skip content top nach oben back close navigation faq help sitemap site \
         schließen toggle open click here hier klicken cliquez page seite download pdf",
    ),
    (
        "source",
        "source sources references footnotes bibliography literatur quellen correction \
         editor's editors' note biography bio contributed reporting contact writer writes \
         professor originally appeared reprinted isbn issn doi citation",
    ),
];

/// Words of a block that are looked at.
const MAX_WORDS: usize = 12;

/// The kinds of notices that the first words of a block speak of, a bit for each of [`CUES`].
pub(super) fn of(text: &str) -> u16 {
    static BITS: LazyLock<FxHashMap<u64, u16>> = LazyLock::new(|| {
        let mut bits = FxHashMap::default();
        for (cue, (_, words)) in CUES.iter().enumerate() {
            for word in words.split_whitespace() {
                *bits.entry(hash(word.chars())).or_default() |= 1 << cue;
            }
        }
        bits
    });
    let start = &text[..text.floor_char_boundary(200)];
    let first_words = words(start).take(MAX_WORDS);
    let cues = first_words.map(|word| BITS.get(&word).copied().unwrap_or(0));
    cues.fold(u16::from(text.contains('©')), |bits, word| bits | word)
}

/// A hash of each word of a text, without regard to case.
pub(super) fn words(text: &str) -> impl Iterator<Item = u64> {
    let is_gap = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\'' | '’');
    let words = text.split(is_gap);
    let words = words.map(|word| word.trim_matches(['-', '\'', '’']));
    words
        .filter(|word| !word.is_empty())
        .map(|word| hash(word.chars()))
}

/// A hash of each three words in a row.
pub(super) fn triples(text: &str) -> impl Iterator<Item = u64> {
    let mut before = [0, 0];
    let triples = words(text).map(move |word| {
        let triple = [before[0], before[1], word];
        before = [before[1], word];
        let mut hasher = FxHasher::default();
        triple.hash(&mut hasher);
        hasher.finish()
    });
    triples.skip(2)
}

fn hash(word: impl Iterator<Item = char>) -> u64 {
    let mut hasher = FxHasher::default();
    for c in word.flat_map(char::to_lowercase) {
        c.hash(&mut hasher);
    }
    hasher.finish()
}
