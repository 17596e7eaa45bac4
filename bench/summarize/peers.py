"""One peer over a file of records: {"limit": sentences, "documents": [[sentence, ...], ...]} a line.

    python peers.py FILE TOOL LANG

Prints nothing; run.py measures the process.
"""

import json
import re
import sys


class Words:
    """What sumy asks of a tokenizer, without a download."""

    def to_words(self, sentence):
        return tuple(re.findall(r"\w+", sentence))


def by_sumy(tool, lang):
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.nlp.stemmers import Stemmer, null_stemmer
    from sumy.utils import get_stop_words

    match tool:
        case "lexrank":
            from sumy.summarizers.lex_rank import LexRankSummarizer as Summarizer
        case "textrank":
            from sumy.summarizers.text_rank import TextRankSummarizer as Summarizer
        case "lsa":
            from sumy.summarizers.lsa import LsaSummarizer as Summarizer
    english = lang == "en"
    summarizer = Summarizer(Stemmer("english") if english else null_stemmer)
    if english:
        summarizer.stop_words = get_stop_words("english")
    words = Words()

    def summarize(documents, limit):
        paragraphs = [Paragraph([Sentence(text, words) for text in document]) for document in documents]
        return summarizer(ObjectDocumentModel(paragraphs), limit)

    return summarize


def by_lexrank(lang):
    from lexrank import STOPWORDS, LexRank

    stops = STOPWORDS["en"] if lang == "en" else set()

    def summarize(documents, limit):
        sentences = [sentence for document in documents for sentence in document]
        return LexRank(documents, stopwords=stops).get_summary(sentences, limit, threshold=0.1)

    return summarize


def main(file, tool, lang):
    package, _, method = tool.partition(":")
    summarize = by_sumy(method, lang) if package == "sumy" else by_lexrank(lang)
    with open(file) as lines:
        for line in lines:
            record = json.loads(line)
            summarize(record["documents"], record["limit"])


if __name__ == "__main__":
    main(*sys.argv[1:])
