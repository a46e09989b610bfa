"""What one is told, wishes about it, and webhooks, for programs."""
