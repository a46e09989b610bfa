"""The words of conditional orders, English or German, read and written back: what a seat wants done in turns to come.

orders  = order {newline order}                     tried from top to bottom
order   = ["this round"] choice {"then" choice} ["keep" N] ["this phase" | "this round"]
choice  = action {"else" action}                    the first that is possible
action  = ["if" tests] deed ["if" tests]
deed    = "buy" card [row] ["up to" N] ["over" card] | "play" card … | "take" card [row] | "discard it" | "ask me"
        | "pass" [until] | "Pub" (N | "as many as possible") | any other move in notation
until   = "this phase" | "this round" | "until change" | "until somebody takes" (card | "a card I could afford")
tests   = test {"and" test}
test    = card "lies" [row] | card "is gone" | "price of" card "is at most" N | "I can afford" (card | "nothing")
        | "I have" ("at least" | "at most") N "rubles"
row     = "above" | "below";  card = a name in either language, "it", or "any card": the cheapest, or the one drawn
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from engine.errors import EngineError, NotationError, Sentence
from engine.rulebook import Rulebook
from engine.standing import ANY, Condition, Deed, Order, Orders
from engine.words import tokens

MOST_ORDERS: Final = 8
LONGEST: Final = 300
MOST_WORDS: Final = 7
"""So many has the longest name of a card: Church of the Resurrection of Jesus Christ."""


class OrderError(NotationError):
    """Words that are no order. The sentence names the word and what is possible there."""


_VOCABULARY: Final[Mapping[str, str]] = {
    "if": "if when wenn falls",
    "else": "else otherwise sonst ansonsten andernfalls",
    "then": "then afterwards dann danach",
    "and": "and und",
    "buy": "buy kaufe kauf kaufen",
    "take": "take nimm nehme nehmen",
    "play": "play spiele spiel spielen",
    "pass": "pass passe passen",
    "ask": "ask frage frag",
    "discard": "discard wirf werfe ablegen",
    "keep": "keep behalte behalt behalten",
    "until": "until till bis",
    "phase": "phase",
    "round": "round runde durchgang",
    "change": "change changes anderung aenderung andert aendert",
    "somebody": "somebody someone anybody anyone jemand",
    "takes": "takes buys nimmt kauft",
    "afford": "afford bezahlen leisten",
    "nothing": "nothing nichts",
    "most": "most up max maximal hochstens hoechstens",
    "least": "least min mindestens",
    "price": "price costs cost preis kostet",
    "have": "have habe",
    "it": "it es sie ihn",
    "any": "any irgendeine jede beliebige",
    "lies": "lies lie available liegt",
    "gone": "gone weg fort",
    "lower": "below lower unten untere unteren unterer",
    "upper": "above upper oben obere oberen oberer",
    "over": "over replacing statt anstelle",
    "rubles": "rubles ruble rubel",
    "many": "many possible viele moglich moeglich",
}
_SYMBOLS: Final = {word: symbol for symbol, words in _VOCABULARY.items() for word in words.split()}
_IDLE = """
the a an its is are be still that which i me my could would can for of to in at as but this with row there from end tableau card
cards point points der die das den dem eine einen ein noch ich mich kann konnte koennte fur fuer von zu zur zum im am ab ende diese
dieser dieses diesen ist aber da so wie auslage reihe mit aus sich karte karten punkt punkte
"""
_NOISE: Final = frozenset(_IDLE.split())
_DEEDS: Final = ("buy", "play", "take", "pass", "pub", "discard", "ask")
_TESTS: Final = ["lies", "gone", "price", "afford", "have", "nothing", "most", "least", "rubles", "upper", "lower"]
_GOES_ON: Final = ("else", "then", "if", "keep", "phase", "round")


def read(text: str, rules: Rulebook, *, stored: bool = False) -> Orders:
    """The orders that a text means, one on each line. What is `stored` may be longer than what its player wrote, because it holds
    the prices of then. Raises OrderError."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not stored and (len(lines) > MOST_ORDERS or any(len(line) > LONGEST for line in lines)):
        said = Sentence("Write at most {most} orders of up to {long} characters each.", most=MOST_ORDERS, long=LONGEST)
        raise OrderError("too-many-orders", said)
    return tuple(_Reader(line, rules).order() for line in lines)


def read_supposed(text: str, rules: Rulebook) -> tuple[Condition, ...]:
    """Tests that somebody supposes to hold; also "I have 12 rubles" and "Hospital costs 10". Raises OrderError."""
    reader = _Reader(text, rules)
    reader.supposes = True
    reader.has("if")
    found = reader.tests()
    if reader.peek():
        raise reader.wrong("and")
    return found


class _Reader:
    """Reads one line, a word of meaning at a time."""

    def __init__(self, line: str, rules: Rulebook) -> None:
        self.rules = rules
        self.words = tokens(line)
        self.at = 0
        self.it = ""
        self.keep = 0
        self.scope = "phase"
        self.supposes = False

    def peek(self) -> str:
        """The symbol that comes next: of the vocabulary, a number, `card`, a word that nobody knows, empty at the end."""
        while self.at < len(self.words):
            word = self.words[self.at]
            if self._card()[1]:
                return "card"
            if word in _SYMBOLS:
                return _SYMBOLS[word]
            if word not in _NOISE:
                return word
            self.at += 1
        return ""

    def _card(self) -> tuple[str, int]:
        """The card that is named next, and how many words it takes."""
        names = self.rules.dictionary.names
        for end in range(min(len(self.words), self.at + MOST_WORDS), self.at, -1):
            for card in names.get("".join(self.words[self.at : end]), ()):
                if card in self.rules.row_of:
                    return card, end - self.at
        return "", 0

    def _is_pub(self) -> bool:
        """Is the card that is named next the Pub, of which points can be bought?"""
        return self._card()[0] == "pub" and "pub" in self.rules.dictionary.verbs

    def has(self, *symbols: str) -> str:
        """The next symbol if it is one of these; then it is read."""
        found = self.peek()
        if found not in symbols:
            return ""
        self.at += 1
        return found

    def wrong(self, *possible: str) -> OrderError:
        word = self.words[self.at] if self.peek() else ""
        if not word:
            return OrderError(
                "order-ends", Sentence("The order is incomplete. Possible next: {possible}.", possible=possible)
            )
        said = Sentence("“{word}” is not possible here. Possible: {possible}.", word=word, possible=possible)
        return OrderError("order-word", said)

    def number(self) -> int:
        if not (found := self.peek()).isdecimal() or len(found) > 3:
            raise self.wrong("13")
        self.at += 1
        return int(found)

    def card(self) -> str:
        if self.has("any"):
            return ANY
        if self.has("it"):
            if not self.it:
                self.at -= 1
                raise self.wrong(*list(self.rules.row_of)[:2])
            return self.it
        card, length = self._card() if self.peek() == "card" else ("", 0)
        if not card:
            if self.peek() in ("", *_SYMBOLS.values()):
                raise self.wrong(*list(self.rules.row_of)[:2])
            raise OrderError("order-card", Sentence("This game has no card called “{name}”.", name=self.words[self.at]))
        self.at += length
        self.it = card
        return card

    def order(self) -> Order:
        lasts = self.has("phase", "round")
        steps = [self.choice()]
        while self.has("then"):
            steps.append(self.choice())
        if self.peek():
            raise self.wrong(*_GOES_ON)
        passes = any(deed.until == "round" for step in steps for deed in step)
        return Order(tuple(steps), self.keep, "round" if passes else lasts or self.scope)

    def choice(self) -> tuple[Deed, ...]:
        deeds = [self.action()]
        while self.has("else"):
            deeds.append(self.action())
        return tuple(deeds)

    def action(self) -> Deed:
        tests = self.tests() if self.has("if") else ()
        deed = self.deed()
        while found := self.has("if", "keep", "phase", "round", "and"):
            if found == "if":
                tests += self.tests()
            elif found == "keep":
                self.has("least")
                self.keep = self.number()
                self.has("rubles")
            elif found != "and":
                self.scope = found
        price = next((test for test in tests if test.kind == "price" and test.card == deed.card), None)
        if deed.verb in ("buy", "play") and deed.most is None and price is not None:
            deed, tests = replace(deed, most=price.number), tuple(test for test in tests if test is not price)
        return replace(deed, tests=tests)

    def deed(self) -> Deed:
        start = self.at
        if self.peek() == "card" and self._is_pub():
            self.card()
            while self.has("many", "most"):
                pass
            return Deed("pub", most=self.number() if self.peek().isdecimal() else None)
        verb = self.has("buy", "play", "take", "pass", "ask", "discard")
        try:
            return self._with_card(verb) if verb in ("buy", "play", "take") else self._without(verb)
        except OrderError:
            self.at = start
            if (move := self._notation()) is not None:
                return move
            raise

    def _with_card(self, verb: str) -> Deed:
        card = self.card()
        row, most, over = "", None, ""
        while found := self.has("upper", "lower", "most", "until", "over", "price", "and", "rubles"):
            if found in ("most", "until"):
                most = self.number()
            elif found == "over":
                if self.peek() == "any":
                    raise self.wrong(*list(self.rules.row_of)[:2])
                it, over = self.it, self.card()
                self.it = it
            elif found in ("upper", "lower"):
                row = found
        if verb == "take" and (most is not None or over):
            raise self.wrong(*_GOES_ON)
        return Deed(verb, card, row, most, over)

    def _without(self, verb: str) -> Deed:
        if not verb:
            raise self.wrong(*_DEEDS)
        if verb in ("ask", "discard"):
            self.has("it")
            if verb == "discard" and self.peek() == "card":
                raise self.wrong(*_GOES_ON)  # with its card it is a move in notation
            return Deed(verb)
        until = self.has("phase", "round")
        self.scope = until or self.scope
        if self.has("until"):
            if self.has("change"):
                return Deed("pass", until="change")
            if found := self.has("phase", "round"):
                self.scope = found
                return Deed("pass", until=found)
            if not self.has("somebody"):
                raise self.wrong("change", "somebody", "phase", "round")
            takes = self.has("takes")
            until = self.card() if self.peek() in ("card", "it") else ""
            if not takes and not self.has("takes"):
                raise self.wrong("takes")
            until = until or ("afford" if self.has("afford") else "change")
        return Deed("pass", until=until)

    def _notation(self) -> Deed | None:
        """A move as the notation has it, up to the word that goes on with something else."""
        end = self.at
        while end < len(self.words) and _SYMBOLS.get(self.words[end]) not in ("else", "then", "if", "keep"):
            end += 1
        words = " ".join(self.words[self.at : end])
        try:
            move = self.rules.dictionary.read(words, ())
        except EngineError:
            return None
        self.at = end
        return Deed("move", str(move))

    def tests(self) -> tuple[Condition, ...]:
        found = [self.test()]
        while self.has("and"):
            found.append(self.test())
        return tuple(found)

    def test(self) -> Condition:
        """One test. Words may stand in any order; the Pub after a whole test is the deed that follows."""
        seen: set[str] = set()
        card, number = "", None
        while symbol := self.peek():
            if symbol == "card" and self._is_pub() and self._condition(seen, card, number):
                break
            if symbol in ("card", "it"):
                card = self.card()
            elif symbol.isdecimal():
                number = self.number()
            elif symbol in _TESTS and symbol not in seen:
                self.at += 1
                seen.add(symbol)
            else:
                break
        if (found := self._condition(seen, card, number)) is None:
            raise self.wrong("lies", "gone", "price", "afford", "have")
        return found

    def _condition(self, seen: set[str], card: str, number: int | None) -> Condition | None:
        """What these words of a test mean, whatever their order; None while some are missing."""
        row = "upper" if "upper" in seen else "lower" if "lower" in seen else ""
        if card and ("lies" in seen or row):
            return Condition("lies", card, row)
        if card and "gone" in seen:
            return Condition("gone", card)
        if "afford" in seen and not self.supposes and (card or "nothing" in seen):
            return Condition("afford", card)
        if number is None:
            return None
        is_most = "most" in seen or (self.supposes and "price" in seen)
        if is_most and (card or "price" in seen) and "have" not in seen and (card or self.it):
            return Condition("price", card or self.it, number=number)
        if (self.supposes or seen & {"most", "least"}) and seen & {"have", "rubles"}:
            return Condition("most" if "most" in seen else "least", number=number)
        return None


_SAID: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "buy": "buy {card}", "play": "play {card}", "take": "take {card}", "pass": "pass", "ask": "ask me", "pub": "{card}",
        "any": "any card",
        "discard": "discard it",
        "upper": " above", "lower": " below", "most": " up to {n}", "over": " over {card}", "all": " as many as possible",
        "phase": " this phase", "round": " this round", "change": " until change",
        "afford": " until somebody takes a card I could afford", "takes": " until somebody takes {card}",
        "if": "if {tests}, ", "and": " and ", "else": ", else ", "then": ", then ", "keep": "; keep {n} rubles",
        "lies": "{card} lies", "gone": "{card} is gone", "price": "the price of {card} is at most {n}",
        "can": "I can afford {card}", "nothing": "I can afford nothing", "least": "I have at least {n} rubles",
        "fewer": "I have at most {n} rubles",
    },
    "de": {
        "any": "irgendeine Karte",
        "discard": "wirf sie ab",
        "buy": "kaufe {card}", "play": "spiele {card}", "take": "nimm {card}", "pass": "passe", "ask": "frag mich",
        "pub": "{card}", "upper": " oben", "lower": " unten", "most": " bis {n}", "over": " statt {card}",
        "all": " so viele wie möglich", "phase": " diese Phase", "round": " diesen Durchgang", "change": " bis zur Änderung",
        "afford": ", bis jemand eine Karte nimmt, die ich bezahlen kann", "takes": ", bis jemand {card} nimmt",
        "if": "wenn {tests}, ", "and": " und ", "else": ", sonst ", "then": ", dann ", "keep": "; behalte {n} Rubel",
        "lies": "{card} liegt", "gone": "{card} weg ist", "price": "der Preis von {card} höchstens {n} ist",
        "can": "ich {card} bezahlen kann", "nothing": "ich nichts bezahlen kann",
        "least": "ich mindestens {n} Rubel habe", "fewer": "ich höchstens {n} Rubel habe",
    },
}  # fmt: skip


def say(orders: Orders, language: str = "en", name: Callable[[str], str] = str) -> str:
    """The orders in words that `read` understands, one on each line; `name` says what cards are called."""
    words = _SAID["de" if language == "de" else "en"]
    return "\n".join(_order_said(order, words, name) for order in orders)


def _order_said(order: Order, words: Mapping[str, str], name: Callable[[str], str]) -> str:
    said = words["then"].join(
        words["else"].join(_deed_said(deed, words, name) for deed in step) for step in order.steps
    )
    passes = any(deed.until == "round" for step in order.steps for deed in step)
    if order.scope == "round" and not passes:
        last = order.steps[-1][-1]
        follows = last.verb in ("buy", "play", "take")  # after others it would mean more
        said = said + words["round"] if follows else f"{words['round'].strip()}: {said}"
    return said + (words["keep"].format(n=order.keep) if order.keep else "")


def _deed_said(deed: Deed, words: Mapping[str, str], name: Callable[[str], str]) -> str:
    tests = words["and"].join(_test_said(test, words, name) for test in deed.tests)
    said = words["if"].format(tests=tests) if tests else ""
    if deed.verb == "move":
        return said + deed.card
    said += words[deed.verb].format(card=words["any"] if deed.card == ANY else name(deed.card or "pub"))
    if deed.verb == "pass":
        if deed.until in ("phase", "round", "change", "afford"):
            return said + words[deed.until]
        return said + (words["takes"].format(card=name(deed.until)) if deed.until else "")
    if deed.verb == "pub":
        return said + (words["all"] if deed.most is None else f" {deed.most}")
    said += words[deed.row] if deed.row else ""
    said += words["most"].format(n=deed.most) if deed.most is not None else ""
    return said + (words["over"].format(card=name(deed.over)) if deed.over else "")


def _test_said(test: Condition, words: Mapping[str, str], name: Callable[[str], str]) -> str:
    kind = {"afford": "can" if test.card else "nothing", "most": "fewer"}.get(test.kind, test.kind)
    if kind == "lies" and test.row:  # German has the verb at the end
        first, verb = words[kind].format(card=name(test.card)).rsplit(" ", 1)
        row = words[test.row]
        return f"{first}{row} {verb}" if words is _SAID["de"] else f"{first} {verb}{row}"
    return words[kind].format(card=name(test.card) if test.card else "", n=test.number)
