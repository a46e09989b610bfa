"""The five window shapes of a card's wall, one a group, and the mark of the site.

A face lies between a pane and its rim, which covers what stands over. Colours are custom properties of the element that uses a
shape: window (pane), cover or else wall (round it), xs (outline of an Exchange card's pane), plinth (trim).
"""

from __future__ import annotations

PANES = {
    "gable": "M10 97V38L50 8l40 30v59z",
    "awning": "M10 16h80v81H10z",
    "arch": "M10 97V48a40 40 0 0 1 80 0v49z",
    "oval": "M7 52a43 46 0 1 1 86 0a43 46 0 1 1-86 0z",
    "octagon": "M30 5h40l25 25v40L70 95H30L5 70V30z",
}
TRIMS = {
    "gable": "M3 42L50 6l47 36",
    "arch": "M4 97h92M46 3h8l-1 7h-6z",
    "oval": "M36 3q7 7 14 0 7 7 14 0",
}
AWNING = (
    '<path fill="var(--plinth)" d="M6 6h88l4 22a9.4 9.4 0 0 1-18.8 0 10.4 10.4 0 0 1-19.6 0 10.4 10.4 0 0 1-19.2 0 '
    '10.4 10.4 0 0 1-19.6 0A9.4 9.4 0 0 1 2 28z"/>'
)
BRAND = (
    '<path d="M4 27V15a12 12 0 0 1 24 0v12" fill="none" stroke="var(--neva)" stroke-width="2.6"/>'
    '<path d="M16 3v-2M11 27V16a5 5 0 0 1 10 0v11" fill="none" stroke="var(--gilt)" stroke-width="2.4"/>'
    '<path d="M2 27c3.5 0 3.5 2.5 7 2.5S12.5 27 16 27s3.5 2.5 7 2.5S26.5 27 30 27"'
    ' fill="none" stroke="var(--neva)" stroke-width="2.4"/>'
)


def pane(name: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 100"><path fill="var(--window)" d="{PANES[name]}"/></symbol>'


def rim(name: str, field: tuple[int, int, int, int]) -> str:
    """What is in front of a face that lies in `field`."""
    x, y, width, height = field
    cover = f"M{x - 1} {y - 1}h{width + 2}v{height + 2}h{-width - 2}z{PANES[name]}"
    trim = f'<path fill="none" stroke="var(--plinth)" stroke-width="3.5" d="{TRIMS[name]}"/>' if name in TRIMS else ""
    return (
        f'<symbol id="{name}-rim" viewBox="0 0 100 100"><path fill="var(--cover,var(--wall))" fill-rule="evenodd" d="{cover}"/>'
        f'<path fill="none" stroke="var(--xs,transparent)" stroke-width="3" d="{PANES[name]}"/>{trim}'
        f"{AWNING if name == 'awning' else ''}</symbol>"
    )
