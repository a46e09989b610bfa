"""What we use of allauth beyond what its documentation names: here alone, so that an update is read against one file.

`tests/infrastructure/test_private_parts.py` keeps it so and says what would replace each.
"""

from allauth.account.internal.flows.email_verification_by_code import EMAIL_VERIFICATION_CODE_SESSION_KEY
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.password_reset_by_code import PASSWORD_RESET_VERIFICATION_SESSION_KEY
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.utils import user_pk_to_url_str
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.core.ratelimit import consume_or_429
from allauth.decorators import rate_limit
