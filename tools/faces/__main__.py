"""Draw the faces.

python -m tools.faces                          write the sprites
python -m tools.faces sheet FOLDER [REVISION]  pictures to look at, beside the icons that a revision had
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.faces import ICONS, sheet, sprites


def main() -> int:
    if sys.argv[1:2] == ["sheet"]:
        sheet.write(Path(sys.argv[2]), *sys.argv[3:4])
        return 0
    for name, text in sprites().items():
        (ICONS / name).write_text(text, encoding="utf-8")
        print(f"{name}: {text.count('<symbol')} drawings, {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
