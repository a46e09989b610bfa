"""The supported mail services (Anymail): what each needs to send, and how its webhooks prove who they are.

Without Django, so that the settings can say what is missing. Names of keys are those of Anymail, without its prefix.
"""

from collections.abc import Mapping
from dataclasses import dataclass

SHARED = "WEBHOOK_SECRET"
"""`user:password` in the webhook address of a service that does not sign."""


@dataclass(frozen=True, slots=True)
class Service:
    """`sends` are the keys needed to send, `proof` the key that proves its webhooks, `view` the class that checks and reads
    incoming email. `own_proof` is the key for its events, if that is another one."""

    sends: tuple[str, ...]
    proof: str
    view: str
    own_proof: str = ""

    @property
    def proof_of_events(self) -> str:
        return self.own_proof or self.proof

    @property
    def events(self) -> str:
        """The class that checks and reads its events about our emails."""
        return self.view.replace("InboundWebhook", "TrackingWebhook")


SERVICES: Mapping[str, Service] = {
    "mailersend": Service(
        ("MAILERSEND_API_TOKEN",),
        "MAILERSEND_INBOUND_SECRET",
        "anymail.webhooks.mailersend.MailerSendInboundWebhookView",
        "MAILERSEND_SIGNING_SECRET",
    ),
    "mailgun": Service(
        ("MAILGUN_API_KEY",), "MAILGUN_WEBHOOK_SIGNING_KEY", "anymail.webhooks.mailgun.MailgunInboundWebhookView"
    ),
    "mailjet": Service(
        ("MAILJET_API_KEY", "MAILJET_SECRET_KEY"), SHARED, "anymail.webhooks.mailjet.MailjetInboundWebhookView"
    ),
    "postal": Service(
        ("POSTAL_API_KEY", "POSTAL_API_URL"), "POSTAL_WEBHOOK_KEY", "anymail.webhooks.postal.PostalInboundWebhookView"
    ),
    "postmark": Service(("POSTMARK_SERVER_TOKEN",), SHARED, "anymail.webhooks.postmark.PostmarkInboundWebhookView"),
    "sparkpost": Service(("SPARKPOST_API_KEY",), SHARED, "anymail.webhooks.sparkpost.SparkPostInboundWebhookView"),
}

NAMES = tuple(SERVICES)
