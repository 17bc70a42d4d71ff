"""A server of the official Python SDK, of either major version: sdk.py stdio, or sdk.py sse PORT."""

import sys

import anyio

try:
    from mcp.server.mcpserver import Context, MCPServer as Server
except ImportError:
    from mcp.server.fastmcp import Context, FastMCP as Server

server = Server("python")


@server.tool()
def add(a: int, b: int) -> str:
    """Adds two numbers."""
    return str(a + b)


@server.tool()
async def work(steps: int, ctx: Context) -> str:
    """Reports progress after each step."""
    for step in range(steps):
        await anyio.sleep(0.4)
        await ctx.report_progress(step + 1, steps)
    return "worked"


if sys.argv[1] == "sse":
    port = int(sys.argv[2])
    if hasattr(server.settings, "port"):
        server.settings.port = port
        server.settings.host = "127.0.0.1"
        server.run(transport="sse")
    else:
        server.run(transport="sse", host="127.0.0.1", port=port)
else:
    server.run(transport="stdio")
