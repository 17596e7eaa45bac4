"""Pages that are no articles: how much of their main text recto keeps.

    cargo build --release -p recto-text --all-features --example extract
    python3 bench/sources/kinds.py [DOCS]

Twenty pages each of forums, lists of articles, products and search results are made from the
letters and reports of examples/skarrow, in five kinds of markup that common software writes.
DOCS is a folder with unpacked documentation packages of Debian: real pages, of which the element
that holds the documentation is the expected text.

    apt-get download git-doc python3.11-doc postgresql-doc-15 apache2-doc cmake-doc nodejs-doc
    for package in *.deb; do dpkg -x $package DOCS/${package%%_*}; done
"""

import collections
import html
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MADE = ROOT / "target" / "bench-sources" / "kinds"
EXTRACT = ROOT / "target" / "release" / "examples" / "extract"

# The element that holds the documentation, by package.
DOCS = {
    "git-doc": r'<div id="content">(.*)<div id="footer">',
    "python3.11-doc": r'role="main">(.*)<div class="sphinxsidebar"',
    "postgresql-doc-15": r'(<div class="(?:sect1|chapter|refentry)".*)<div class="navfooter"',
    "apache2-doc": r'<div id="page-content">(.*)<div class="bottomlang"',
    "cmake-doc": r'role="main">(.*)<div class="sphinxsidebar"',
    "nodejs-doc": r'<div id="apicontent">(.*)</body>',
}


def paragraphs():
    """Paragraphs of the example letters and reports."""
    found = []
    for folder in ("letters", "reports", "press", "minutes"):
        for path in sorted((ROOT / "examples" / "skarrow" / folder).glob("*.txt")):
            text = path.read_text()
            found += [re.sub(r"\s+", " ", part).strip() for part in re.split(r"\n\s*\n", text)]
    return [part for part in found if 12 <= len(part.split()) <= 120]


class Text:
    """Hands out paragraphs, first sentences and titles, and remembers the words on the page."""

    def __init__(self, all_paragraphs, start):
        self.parts, self.at, self.words = all_paragraphs, start, []

    def take(self, text):
        self.words.append(text)
        return html.escape(text)

    def paragraph(self):
        self.at += 1
        return self.take(self.parts[self.at % len(self.parts)])

    def sentence(self):
        self.at += 1
        return self.take(re.split(r"(?<=[.!?]) ", self.parts[self.at % len(self.parts)])[0])

    def title(self):
        self.at += 1
        return self.take(" ".join(self.parts[self.at % len(self.parts)].split()[:7]).strip(",.;:"))


NAMES = ["gullwing", "netmender", "Ann Moor", "tidewatch", "B. Vaas", "oldquay", "merrow", "harbourcat"]


def forum(kind, text, i):
    posts = []
    for n in range(4 + i % 4):
        name, body = NAMES[(i + n) % len(NAMES)], "".join(f"<p>{text.paragraph()}</p>" for _ in range(1 + n % 2))
        date = f"{1 + n} Mar 2024, 10:{10 + n}"
        posts.append([
            f'<div id="p{n}" class="post has-profile bg2"><dl class="postprofile"><dt>{name}</dt><dd>Posts: {40 * n + 3}</dd></dl><div class="postbody"><p class="author">by {name} » {date}</p><div class="content">{body}</div><div class="signature">Fair winds</div></div></div>',
            f'<article class="message message--post" data-author="{name}"><div class="message-user"><h4>{name}</h4><span>Member</span></div><div class="message-content"><ul class="message-attribution"><li>{date}</li><li>#{n + 1}</li></ul><div class="bbWrapper">{body}</div></div><div class="reactionsBar"><a>Like</a> <a>Reply</a></div></article>',
            f'<div class="topic-body crawler-post"><div class="crawler-post-meta"><span itemprop="author">{name}</span> <time datetime="2024-03-0{1 + n}">March {1 + n}, 2024</time></div><div class="post" itemprop="text">{body}</div><div class="crawler-post-footer"><span>{n} Likes</span></div></div>',
            f'<div class="{"question" if n == 0 else "answer"}"><div class="votecell">{n + 2}</div><div class="postcell"><div class="s-prose js-post-body" itemprop="text">{body}</div><div class="post-menu"><a>Share</a> <a>Improve this answer</a> <a>Follow</a></div><div class="user-info">answered {date} {name}</div></div></div>',
            f'<tr><td class="alt2" width="175"><b>{name}</b><br>Join Date: 2019<br>Posts: {n * 11}</td><td class="alt1"><div class="smallfont"><strong>Re: Berths</strong></div><hr><div id="post_message_{n}">{body}</div></td></tr>',
        ][kind])
    inner = "".join(posts)
    return f"<table class='tborder'>{inner}</table>" if kind == 4 else f"<div id='page-body'>{inner}</div>"


def listing(kind, text, i):
    rows = []
    for n in range(8 + i % 5):
        title, teaser = text.title(), text.sentence()
        rows.append([
            f'<article class="post hentry"><header><h2 class="entry-title"><a href="/p{n}">{title}</a></h2><time datetime="2024-02-{10 + n}">{10 + n} February 2024</time></header><div class="entry-summary"><p>{teaser}</p></div><a class="more-link" href="/p{n}">Continue reading</a></article>',
            f'<li class="teaser"><a href="/p{n}"><img src="x.jpg"><h3>{title}</h3></a><p>{teaser}</p></li>',
            f'<dt><a href="/p{n}">{title}</a></dt><dd>{teaser}</dd>',
            f'<tr><td>{10 + n}.02.2024</td><td><a href="/p{n}"><b>{title}</b></a><br>{teaser}</td></tr>',
            f'<div class="card"><div class="card-body"><h5 class="card-title">{title}</h5><p class="card-text">{teaser}</p><a href="/p{n}" class="btn">Read</a></div></div>',
        ][kind])
    inner = "".join(rows)
    return [f"<main>{inner}</main>", f'<ul class="teaser-list">{inner}</ul>', f'<dl class="directory">{inner}</dl>', f'<table class="events">{inner}</table>', f'<div class="row">{inner}</div>'][kind]


def product(kind, text, i):
    name, intro, more = text.title(), text.paragraph(), [text.paragraph(), text.paragraph()]
    points = "".join(f"<li>{text.sentence()}</li>" for _ in range(4))
    rows = "".join(f"<tr><th>{text.title()}</th><td>{text.sentence()}</td></tr>" for _ in range(4))
    price = f"<span class='price'>£{20 + i}.00</span><button>Add to basket</button>"
    body = "".join(f"<p>{part}</p>" for part in more)
    return [
        f'<div class="product"><h1 class="product_title">{name}</h1><p class="price">{price}</p><div class="woocommerce-product-details__short-description"><p>{intro}</p></div><div class="woocommerce-Tabs-panel--description"><h2>Description</h2>{body}<ul>{points}</ul></div><table class="shop_attributes">{rows}</table></div>',
        f'<section class="product-single"><h1>{name}</h1>{price}<div class="product-single__description rte"><p>{intro}</p>{body}<ul>{points}</ul></div><table>{rows}</table></section>',
        f'<div id="dp"><h1 id="title">{name}</h1><div id="price_inside_buybox">{price}</div><div id="feature-bullets"><ul>{points}</ul></div><div id="productDescription"><p>{intro}</p>{body}</div><table id="productDetails">{rows}</table></div>',
        f'<div class="column main"><h1 class="page-title">{name}</h1><div class="product-info-price">{price}</div><div class="product attribute overview"><div class="value">{intro}</div></div><div class="product attribute description"><div class="value">{body}<ul>{points}</ul></div></div><div class="additional-attributes-wrapper"><table>{rows}</table></div></div>',
        f'<table width="100%"><tr><td><h2>{name}</h2>{price}</td></tr><tr><td><p>{intro}</p>{body}<ul>{points}</ul></td></tr></table><table>{rows}</table>',
    ][kind]


def search(kind, text, i):
    rows = []
    for n in range(8 + i % 4):
        title, snippet = text.title(), text.sentence()
        rows.append([
            f'<div class="g"><a href="/r{n}"><h3>{title}</h3><cite>harbour.example › r{n}</cite></a><div class="s"><span class="st">{snippet}</span></div></div>',
            f'<li><h4><a href="/r{n}">{title}</a></h4><p class="snippet">{snippet}</p><span class="url">harbour.example/r{n}</span></li>',
            f'<tr class="record"><td>{n + 1}.</td><td><a class="title" href="/r{n}">{title}</a><div class="abstract">{snippet}</div></td><td>Available</td></tr>',
            f'<li class="arxiv-result"><p class="list-title"><a href="/r{n}">r{n}</a></p><p class="title">{title}</p><p class="abstract">{snippet}</p></li>',
            f'<div class="search-result"><div class="statscontainer">{n} votes</div><div class="summary"><h3><a href="/r{n}">{title}</a></h3><div class="excerpt">{snippet}</div><div class="tags">boats nets</div></div></div>',
        ][kind])
    inner = "".join(rows)
    body = [f'<div id="search">{inner}</div>', f'<ol class="results">{inner}</ol>', f"<table>{inner}</table>", f'<ol class="breathe-horizontal">{inner}</ol>', f'<div class="search-results">{inner}</div>'][kind]
    return f"<p>About {90 + i} results</p>{body}<div class='pagination'><a>1</a> <a>2</a> <a>Next</a></div>"


FRAME = """<!DOCTYPE html><html lang="en"><head><title>{title} - Skarrow</title></head><body>
<header class="site-header"><a href="/">Skarrow</a><nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Boats</a></li><li><a href="/c">Tides</a></li><li><a href="/d">Log in</a></li></ul></nav></header>
{body}
<aside class="sidebar"><h3>Popular</h3><ul><li><a href="/x">Ten walks by the sea</a></li><li><a href="/y">When to buy herring</a></li></ul></aside>
<footer><p>Copyright Skarrow. All rights reserved. <a href="/p">Privacy</a> <a href="/t">Terms</a></p></footer></body></html>"""


def made():
    MADE.mkdir(parents=True, exist_ok=True)
    parts = paragraphs()
    for make in (forum, listing, product, search):
        for i in range(20):
            text = Text(parts, 37 * i)
            body = make(i % 5, text, i)
            path = MADE / f"{make.__name__}-{i:02}.html"
            path.write_text(FRAME.format(title=f"{make.__name__} {i}", body=body))
            yield make.__name__, path, " ".join(text.words)


def documentation(folder):
    for package, form in DOCS.items():
        pages = sorted((folder / package).rglob("*.html"), key=lambda page: (-page.stat().st_size, page.name))
        count = 0
        for page in pages[10:]:
            content = re.search(form, page.read_text(errors="replace"), re.S)
            if content and len(content.group(1)) > 6000:
                plain = re.sub(r"<(script|style).*?</\1>", " ", content.group(1), flags=re.S)
                yield "documentation", page, html.unescape(re.sub(r"<[^>]+>", " ", plain))
                count += 1
            if count == 4:
                break


def words(text):
    return collections.Counter(re.findall(r"\w+", text.lower()))


def main():
    pages = list(made())
    if len(sys.argv) > 1:
        pages += documentation(pathlib.Path(sys.argv[1]))
    recalls = collections.defaultdict(list)
    for kind, page, expected in pages:
        done = subprocess.run([EXTRACT, "--json", page], capture_output=True, check=True)
        read = words(json.loads(done.stdout)["text"])
        expected = words(expected)
        recalls[kind].append(((read & expected).total() / expected.total(), page.name))
    print("| kind | pages | recall of words, mean | worst |\n|---|---:|---:|---|")
    for kind, values in recalls.items():
        worst = min(values)
        print(f"| {kind} | {len(values)} | {sum(value for value, _ in values) / len(values):.3f} | {worst[0]:.3f} {worst[1]} |")


if __name__ == "__main__":
    main()
