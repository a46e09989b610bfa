"""What a process keeps: keys stay what they are, whatever language is active."""

from django.utils import translation
from django.utils.translation import gettext_lazy

from games.cache import Cache, Key


def test_a_key_with_words_is_found_and_thrown_away_after_another_language_was_active() -> None:
    cache: Cache[int] = Cache(1)
    with translation.override("de"):
        key = Key("de", gettext_lazy("Replay"))
        cache.put(key, 1)
        assert cache.get(Key("de", gettext_lazy("Replay"))) == 1
    with translation.override("en"):
        cache.put(Key("en", gettext_lazy("Replay")), 2)  # the first one has to go
        assert len(cache) == 1
        assert cache.get(Key("en", gettext_lazy("Replay"))) == 2
