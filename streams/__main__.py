"""`python -m streams --port 8024 --site 127.0.0.1:8000`; REDIS_URL, SITE_URL and TRUSTED_PROXIES are the site's."""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import resource
import socket
import time

import uvicorn
from redis.asyncio import Redis
from redis.exceptions import RedisError

from streams.hub import MOST, Hub, listen

from .app import CHECK, App
from .door import Door
from .words import channel_of

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


class Server(uvicorn.Server):
    """A server that ends all streams when it stops, instead of waiting for the pages to leave."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if said_to := os.environ.get("READY_FD"):  # s6's protocol, by which a supervisor learns of it
            os.write(int(said_to), b"\n")

    async def on_tick(self, counter: int) -> bool:
        """uvicorn looks ten times a second whether it is to end; once is enough."""
        await asyncio.sleep(0.9)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.end_all()
        await super().shutdown(sockets)


async def serve(asked: argparse.Namespace) -> None:
    host, _, port = asked.site.rpartition(":")
    host = host.strip("[]")
    hub = Hub()
    config = uvicorn.Config(
        App(hub, Door(ANYWHERE.get(host, host), int(port)), proxies=_proxies(), check=asked.check),
        host=asked.host,
        port=asked.port,
        http="h11",
        ws="none",
        lifespan="off",
        loop="asyncio",
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST + 100,
        timeout_graceful_shutdown=2,
    )
    tasks = [
        asyncio.create_task(listen(asked.redis, channel_of(asked.redis), hub)),
        asyncio.create_task(report(asked.redis)),
    ]
    # whoever started us may listen already, by systemd's protocol
    is_given = os.environ.get("LISTEN_PID") == str(os.getpid())
    try:
        await Server(config, hub).serve([socket.socket(fileno=3)] if is_given else None)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def report(url: str) -> None:
    """Say again and again that this process lives and what it takes, in the words of `notifications.meters`, which are not for us
    to import."""
    key, taken, starts = f"stpete:processes:{socket.gethostname()}:{os.getpid()}", 0.0, 1
    async with Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as server:
        try:
            while True:
                used = time.process_time()
                with open("/proc/self/smaps_rollup") as lines:
                    memory = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
                with contextlib.suppress(RedisError, OSError):
                    async with server.pipeline() as said:
                        said.hincrbyfloat("stpete:meters", "process|streams|started", starts)
                        said.hincrbyfloat("stpete:meters", "process|streams|cpu", used - taken)
                        said.set(key, json.dumps({"name": "streams", "memory": memory}), ex=75)
                        await said.execute()
                    taken, starts = used, 0
                await asyncio.sleep(30)
        finally:
            with contextlib.suppress(RedisError, OSError):
                await server.delete(key)


def _proxies() -> int:
    """As the site counts them (docs/deploy.md)."""
    text = os.environ.get("TRUSTED_PROXIES", "").strip()
    return int(text) if text.isdecimal() else int(os.environ.get("SITE_URL", "").startswith("https:"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m streams", description="Tells open pages when to reload.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; default: 127.0.0.1")
    parser.add_argument("--port", type=int, default=int(os.environ.get("STREAMS_PORT") or 8024), help="default: 8024")
    parser.add_argument("--site", default="127.0.0.1:8000", help="address of the web processes")
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL"), help="default: REDIS_URL")
    often = "seconds between checks that a page may still listen; default: 30"
    parser.add_argument("--check", type=float, default=CHECK, help=often)
    asked = parser.parse_args()
    if not asked.redis:
        parser.error("REDIS_URL is not set. Use the site's.")
    logging.basicConfig(level=logging.INFO, format="{asctime} {levelname} {name}: {message}", style="{")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    # a stream is an open file, and a question to the site another
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST + 200
    if soft < wanted:
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
        )
    asyncio.run(serve(asked))


if __name__ == "__main__":
    main()
