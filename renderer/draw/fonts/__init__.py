"""The fonts of letters that EB Garamond and Noto Serif JP lack."""
