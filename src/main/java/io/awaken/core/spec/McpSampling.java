package io.awaken.core.spec;

/**
 * Whether an MCP server may call the model of the agent that calls its tools (features row 1297).
 *
 * @param enabled default false
 * @param maxTokens maximum tokens of an answer; default {@link #DEFAULT_MAX_TOKENS}
 * @param maxRequests maximum requests per tool call; default {@link #DEFAULT_MAX_REQUESTS}
 */
public record McpSampling(Boolean enabled, Integer maxTokens, Integer maxRequests) {

  public static final int DEFAULT_MAX_TOKENS = 4_096;
  public static final int DEFAULT_MAX_REQUESTS = 10;

  /** Off, the default. */
  public static final McpSampling OFF = new McpSampling(false, null, null);

  /** Enabled, with the default limits. */
  public static final McpSampling ON = new McpSampling(true, null, null);

  public McpSampling {
    enabled = enabled != null && enabled;
    maxTokens = maxTokens == null ? DEFAULT_MAX_TOKENS : maxTokens;
    maxRequests = maxRequests == null ? DEFAULT_MAX_REQUESTS : maxRequests;
  }
}
