"""The mail services that are known (Anymail): what each needs to send for the site, and how what it brings is proved to be its.

Pure, so that the settings can name what is missing. The names of keys are Anymail's, without its prefix.
"""

from collections.abc import Mapping
from dataclasses import dataclass

SHARED = "WEBHOOK_SECRET"
"""`user:password` that stand in the address given to a service that signs nothing."""


@dataclass(frozen=True, slots=True)
class Service:
    """`sends` are the keys it needs to take mails of ours, `proof` the key with which it proves what it brings, `view` the class
    that checks and reads that. `own_proof` is the key for what it tells of mails of ours, where that is another one."""

    sends: tuple[str, ...]
    proof: str
    view: str
    own_proof: str = ""

    @property
    def proof_of_events(self) -> str:
        return self.own_proof or self.proof

    @property
    def events(self) -> str:
        """The class that checks and reads what it tells of mails of ours."""
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
