"""Creating and managing tournaments: forms, actions and pages of directors."""
