"""The tools that build and check the project, which are no part of it at run time."""
