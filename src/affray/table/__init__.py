"""The web table: a server that holds the truth, and pages that draw what they are sent."""
