package io.awaken.core.spec;

/**
 * Whether an MCP server may ask the model of the agent that calls one of its tools (features row
 * 1297).
 *
 * @param enabled default false
 * @param maxTokens tokens of an answer at the most; default {@link #DEFAULT_MAX_TOKENS}
 * @param maxRequests questions of one call at the most; default {@link #DEFAULT_MAX_REQUESTS}
 */
public record McpSampling(Boolean enabled, Integer maxTokens, Integer maxRequests) {

  public static final int DEFAULT_MAX_TOKENS = 4_096;
  public static final int DEFAULT_MAX_REQUESTS = 10;

  /** No server may unless its document says so. */
  public static final McpSampling OFF = new McpSampling(false, null, null);

  /** With every default. */
  public static final McpSampling ON = new McpSampling(true, null, null);

  public McpSampling {
    enabled = enabled != null && enabled;
    maxTokens = maxTokens == null ? DEFAULT_MAX_TOKENS : maxTokens;
    maxRequests = maxRequests == null ? DEFAULT_MAX_REQUESTS : maxRequests;
  }
}
