"""Parts of a page that its script has already and that need not be sent again.

Such a part is one element that bears a mark of what it says. A script that asks for the page anew names the marks that stand on its
page, and in the answer an empty element with the mark stands for each of those parts; static/js/region.js puts the part that it has
there. So nobody learns anything by a mark: it stands for what would have been sent to him.
"""

import re
from base64 import urlsafe_b64encode
from hashlib import blake2b

SMALL = 400
"""Signs; a part so small is not worth a mark."""
MOST = 60
"""How many marks of a page are looked at."""
_first_tag = re.compile("<[a-z]+")


def marked(part: str) -> str:
    """The part with its mark in the first tag, and behind its end."""
    tag = _first_tag.match(part)
    if tag is None or len(part) < SMALL:
        return part
    mark = urlsafe_b64encode(blake2b(part.encode(), digest_size=6).digest()).decode()
    return f'{tag[0]} data-p="{mark}"{part[tag.end() :]}<!--{mark}-->'


def left_out(page: str, marks: str) -> str:
    """The page without the parts that bear one of these marks, each the first time it stands there."""
    for mark in marks.split()[:MOST]:
        start, end = page.find(f' data-p="{mark}"'), page.find(f"<!--{mark}-->")
        if 0 <= start < end:
            page = f'{page[: page.rfind("<", 0, start)]}<i data-p="{mark}"></i>{page[end + len(f"<!--{mark}-->") :]}'
    return page
