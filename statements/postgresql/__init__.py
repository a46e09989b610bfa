"""Django's PostgreSQL, whose connections are looked at instead of asked whether they are still good (`base.py`)."""
