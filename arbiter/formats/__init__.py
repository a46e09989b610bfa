"""Forms of a tournament beside the Swiss system: knockout, groups with finals, leagues, duplicate scoring."""
