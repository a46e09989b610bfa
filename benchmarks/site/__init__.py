"""What a request costs the site, beside the least that Django can do: `python -m benchmarks.site` (docs/performance.md)."""
