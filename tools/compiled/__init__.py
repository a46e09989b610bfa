"""The rules engine compiled by mypyc, from the same source, for searches, surveys and benchmarks."""
