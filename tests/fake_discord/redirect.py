"""Turn discord.py, unmodified, to the test server: its three addresses, and nothing else."""

from __future__ import annotations

import discord
import yarl


def redirect(base: str) -> None:
    """Send what discord.py says to `base` ("http://127.0.0.1:40123") from now on, in this process."""
    discord.http.Route.BASE = f"{base}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{base.replace('http', 'ws', 1)}/gateway")
    discord.asset.Asset.BASE = f"{base}/cdn"
