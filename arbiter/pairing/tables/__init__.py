"""Swiss rounds at tables of 3 to 5: who sits with whom, and in which seat."""
