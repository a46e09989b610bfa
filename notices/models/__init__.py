"""The rows of `notices`: what is to be told, the mails that tell it, each attempt to send one, and what people wish."""

from .delivery import Attempt, Delivery, DeliveryState
from .mute import MutedAddress
from .notice import Notice
from .preference import Channel, Preference, When

__all__ = ["Attempt", "Channel", "Delivery", "DeliveryState", "MutedAddress", "Notice", "Preference", "When"]
