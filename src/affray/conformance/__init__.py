"""The suite every registered ruleset inherits. Run it on your own:

pytest --pyargs affray.conformance -p affray.conformance.plugin --rulesets DIR
"""
