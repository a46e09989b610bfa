"""From the bytes of a mail to what somebody wrote: pure functions, bounded whatever the bytes are."""
