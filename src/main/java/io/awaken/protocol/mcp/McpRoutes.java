package io.awaken.protocol.mcp;

import java.util.Set;

/** The resources of MCP, for the application to list. */
public final class McpRoutes {

  /** Where they stand, below the API. */
  public static final String PATH = "mcp";

  /** All of them. */
  public static final Set<Class<?>> RESOURCES = Set.of(McpResource.class);

  private McpRoutes() {}
}
