"""Text of mails as it is written: by people and their programs, and by the umpire in lines of 64 columns."""
