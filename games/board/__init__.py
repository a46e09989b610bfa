"""What pages, mails and replays say of a position: values made from an engine view, names and times. It writes nothing."""
