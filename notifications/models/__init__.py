"""The rows of `notifications`: what is to be told, the messages that tell it, what became of them, and what people wish."""

from .delivery import Attempt, Delivery, DeliveryState
from .endpoint import Endpoint, Form, Key
from .hours import Hours
from .mute import MutedAddress
from .notification import Notification
from .preference import ALL, Channel, Preference, When
from .reach import AddressScore, Report, Trouble
from .tally import Tally

__all__ = [
    "ALL",
    "AddressScore",
    "Attempt",
    "Channel",
    "Delivery",
    "DeliveryState",
    "Endpoint",
    "Form",
    "Hours",
    "Key",
    "MutedAddress",
    "Notification",
    "Preference",
    "Report",
    "Tally",
    "Trouble",
    "When",
]
