"""One cold run of a peer over one file: sentences, words with offsets, normal forms.

    peers.py nltk FILE
    peers.py spacy FILE

Prints the number of sentences and tokens. Started by run.py, which measures it.
"""

import sys


def run_nltk(text):
    """Punkt without training data, Treebank words, Snowball stems of lower case."""
    from nltk.stem.snowball import SnowballStemmer
    from nltk.tokenize import NLTKWordTokenizer
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    stem = SnowballStemmer("english").stem
    words = NLTKWordTokenizer()
    sentences = tokens = 0
    punkt = PunktSentenceTokenizer()
    # By paragraph: its regular expressions stop with an error after five seconds.
    for paragraph in text.split("\n\n"):
        for start, end in punkt.span_tokenize(paragraph):
            sentences += 1
            sentence = paragraph[start:end]
            for from_, to in words.span_tokenize(sentence):
                stem(sentence[from_:to].lower())
                tokens += 1
    return sentences, tokens


def run_spacy(text):
    """The blank English pipeline with its rule-based sentence splitter; no stems."""
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    sentences = tokens = 0
    paragraphs = (part for part in text.split("\n\n") if part)
    for doc in nlp.pipe(paragraphs, batch_size=256):
        sentences += sum(1 for _ in doc.sents)
        for token in doc:
            (token.idx, token.lower, token.is_stop)
            tokens += 1
    return sentences, tokens


if __name__ == "__main__":
    peer, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    print(*{"nltk": run_nltk, "spacy": run_spacy}[peer](text))
