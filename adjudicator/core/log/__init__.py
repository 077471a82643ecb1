"""The log of a campaign: its chain of entries, the chance that they commit to, and its readers and
verifiers.
"""
