# The umpire, with every front end that its settings ask for. `docs/operating.md` says how it is run.
FROM python:3.11-slim-bookworm

RUN useradd --create-home --uid 10001 tabellarius
WORKDIR /app
COPY requirements.txt requirements-build.txt ./
RUN pip install --no-cache-dir --no-compile -r requirements-build.txt \
    && pip install --no-cache-dir --no-compile --no-build-isolation -r requirements.txt

COPY adjudicator adjudicator
COPY data data
COPY frontends frontends
COPY renderer renderer
COPY service service
COPY tournaments tournaments
# Messages name the pages, and read the project's address.
COPY docs/discord.md docs/own-copy.md docs/operating-mail.md docs/operating.md docs/settings.md docs/
COPY bot.py pyproject.toml LICENSE ./
RUN install -d -o tabellarius /data

USER tabellarius
ENV PYTHONUNBUFFERED=1 \
    TABELLARIUS_DATABASE=/data/tabellarius.db \
    TABELLARIUS_BACKUPS=/data/backups \
    TABELLARIUS_MAPS=/data/maps \
    TABELLARIUS_OUT=/data/out \
    TABELLARIUS_HEALTH_PORT=9642
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=120s --interval=60s --timeout=5s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:9642/health', timeout=4)"]
CMD ["python", "bot.py"]
