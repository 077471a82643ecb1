"""The proofs and changes of a log that exists: verifier, audit, undo, edits."""
