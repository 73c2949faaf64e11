"""How fast Affray is, measured side by side: `python -m benchmarks`."""
