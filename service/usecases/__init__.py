"""What players, referees and operators can do with a campaign, one transaction each."""
