//! The English words that rules know: degree, contrast, doubt, wishes, relief.
//!
//! None of them is an opinion; they say what becomes of the opinions beside them.

/// Contractions of `not` as people type them, beside the negations of the stop list.
pub(super) const UNMARKED_NEGATIONS: [&str; 18] = [
    "n't", "dont", "cant", "wont", "didnt", "doesnt", "isnt", "wasnt", "couldnt", "wouldnt",
    "shouldnt", "havent", "hasnt", "hadnt", "werent", "arent", "aint", "zero",
];

/// Adverbs that all but negate.
pub(super) const NEAR_NEGATIONS: [&str; 5] = ["hardly", "barely", "scarcely", "rarely", "seldom"];

/// Verbs and nouns of absence; what is absent is negated.
pub(super) const ABSENCE: [&str; 4] = ["lack", "lacks", "lacked", "lacking"];

/// Before `to`, these negate the verb behind it: `failed to please`, `yet to find`.
pub(super) const FAILING: [&str; 9] = [
    "fail", "fails", "failed", "failing", "refuse", "refuses", "refused", "hesitate", "yet",
];

/// A negation before one of these is none: `not only good`, `no doubt`.
pub(super) const NOT_NEGATED: [(&str, &[&str]); 7] = [
    (
        "not",
        &["only", "just", "merely", "simply", "to mention", "least"],
    ),
    (
        "no",
        &[
            "doubt", "wonder", "matter", "less", "sooner", "question", "other", "small", "mean",
            "small", "mean",
        ],
    ),
    ("nothing", &["but", "short of", "less than", "if not"]),
    (
        "without",
        &[
            "doubt",
            "a doubt",
            "question",
            "exception",
            "fail",
            "any doubt",
        ],
    ),
    ("never", &["mind"]),
    ("none", &["the less", "other"]),
    ("isn't", &["just", "only"]),
];

/// Conjunctions and adverbs that end what a negation covers.
pub(super) const SCOPE_ENDS: [&str; 17] = [
    "but",
    "however",
    "although",
    "though",
    "yet",
    "except",
    "while",
    "whereas",
    "because",
    "which",
    "until",
    "unless",
    "despite",
    "when",
    "nevertheless",
    "nonetheless",
    "if",
];

/// Behind `and` or `or`, these open a clause of its own.
pub(super) const CLAUSE_OPENERS: [&str; 16] = [
    "the", "it", "i", "we", "they", "he", "she", "you", "my", "our", "their", "this", "that", "is",
    "was", "are",
];

/// What follows counts more than what came before.
pub(super) const CONTRAST: [&str; 5] = ["but", "however", "nevertheless", "nonetheless", "except"];

/// What a writer grants before or after the point.
pub(super) const CONCESSION: [&str; 4] = ["although", "though", "despite", "whereas"];

/// Adverbs of high degree.
pub(super) const INTENSIFIERS: [&str; 57] = [
    "absolutely",
    "amazingly",
    "awfully",
    "completely",
    "considerably",
    "damn",
    "decidedly",
    "deeply",
    "distinctly",
    "enormously",
    "entirely",
    "especially",
    "exceedingly",
    "exceptionally",
    "extraordinarily",
    "extremely",
    "fantastically",
    "far",
    "freaking",
    "fucking",
    "fully",
    "genuinely",
    "highly",
    "hugely",
    "immensely",
    "incredibly",
    "insanely",
    "intensely",
    "more",
    "most",
    "much",
    "outrageously",
    "particularly",
    "profoundly",
    "quite",
    "real",
    "really",
    "remarkably",
    "ridiculously",
    "seriously",
    "severely",
    "shockingly",
    "so",
    "such",
    "super",
    "surprisingly",
    "terribly",
    "thoroughly",
    "totally",
    "tremendously",
    "truly",
    "unbelievably",
    "utter",
    "utterly",
    "very",
    "way",
    "wholly",
];

/// Adverbs of low degree; `bit`, `little`, `kind of` and `sort of` are found by their pairs.
pub(super) const DOWNTONERS: [&str; 16] = [
    "almost",
    "bit",
    "fairly",
    "little",
    "mildly",
    "moderately",
    "mostly",
    "nearly",
    "partly",
    "pretty",
    "rather",
    "reasonably",
    "relatively",
    "slightly",
    "somewhat",
    "vaguely",
];

/// Something that may be so.
pub(super) const DOUBT: [&str; 9] = [
    "might",
    "may",
    "maybe",
    "perhaps",
    "possibly",
    "suppose",
    "supposedly",
    "whether",
    "if",
];

/// What was wished for or promised, and did not come.
pub(super) const EXPECTATION: [&str; 8] = [
    "wish",
    "wished",
    "hoped",
    "hoping",
    "expected",
    "expecting",
    "supposed",
    "wanted",
];

/// Modal verbs of what is not the case.
pub(super) const MODALS: [&str; 4] = ["would", "could", "should", "might"];

/// Modal verbs with `have`.
pub(super) const PAST_MODALS: [&str; 4] = ["would've", "could've", "should've", "might've"];

/// Bad things behind these are kept away.
pub(super) const RELIEF: [&str; 28] = [
    "avoid",
    "avoids",
    "avoided",
    "avoiding",
    "prevent",
    "prevents",
    "prevented",
    "reduce",
    "reduces",
    "reduced",
    "reducing",
    "eliminate",
    "eliminates",
    "eliminated",
    "rid",
    "free",
    "fix",
    "fixes",
    "fixed",
    "solve",
    "solves",
    "solved",
    "remove",
    "removes",
    "removed",
    "relieves",
    "minimises",
    "stopped",
];

/// A better thing that is not the one spoken of.
pub(super) const OTHERS: [&str; 7] = [
    "old",
    "older",
    "previous",
    "original",
    "others",
    "predecessor",
    "cheaper",
];

/// Negations that make a comparative the strongest praise or blame: `never seen a worse`.
pub(super) const UNSURPASSED: [&str; 7] = [
    "never", "couldn't", "couldnt", "can't", "cannot", "nothing", "nobody",
];
