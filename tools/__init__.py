"""The tools: what builds and checks the project, and is no part of it at run time."""
