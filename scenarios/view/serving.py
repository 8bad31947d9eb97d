"""The server: on this machine only, by trio, until Ctrl-C."""

import socket
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import hypercorn.protocol
import trio
from h11 import Request
from hypercorn.config import Config
from hypercorn.protocol.h11 import H11Protocol
from hypercorn.trio import serve
from starlette.types import ASGIApp

from games import BadOption

HOST: Final = "127.0.0.1"
"""The server is never reachable from other machines: there is no option for it."""


class OnlyHttp1(H11Protocol):
    """HTTP/1 that never becomes HTTP/2, which browsers use with TLS alone; hypercorn has no option."""

    async def _check_protocol(self, event: Request) -> None:
        del event


hypercorn.protocol.H11Protocol = OnlyHttp1  # type: ignore[attr-defined]  # where hypercorn looks for it


def bind(port: int) -> socket.socket:
    """Bind a port; 0 is any free port."""
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((HOST, port))
    except OSError as error:
        taken.close()
        raise BadOption(
            f"port {port} cannot be used: {error.strerror}; give another --port, or none for any free port"
        ) from error
    taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return taken


async def serve_until_interrupted(
    app: Callable[[trio.Nursery], ASGIApp],
    taken: socket.socket,
    ready: Callable[[], None],
    *meanwhile: Callable[[], Awaitable[None]],
) -> None:
    """Serve; once requests are answered, call `ready` and start what else is to be done."""
    config = Config()
    config.bind = [f"fd://{taken.detach()}"]
    config.errorlog = None
    config.accesslog = None
    config.include_server_header = False
    config.graceful_timeout = 0.05
    config.h11_max_incomplete_size = 32 * 1024
    config.keep_alive_timeout = 30
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(_started, app(nursery), config))
        ready()
        for each in meanwhile:
            nursery.start_soon(each)
        await trio.sleep_forever()


async def _started(
    app: ASGIApp, config: Config, *, task_status: trio.TaskStatus[list[str]] = trio.TASK_STATUS_IGNORED
) -> None:
    await serve(app, config, task_status=task_status)  # type: ignore[arg-type]  # an ASGI program by another name
