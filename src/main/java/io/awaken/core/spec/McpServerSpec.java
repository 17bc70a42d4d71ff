package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The configuration of an MCP server (features rows 224, 1070).
 *
 * @param id names the server in {@code mcp__{id}__{tool}}: at most {@link #MAX_ID} letters, digits
 *     and '-', with single '_' between them
 * @param transport the transport
 * @param command the program of a server over stdio, resolved by the operating system
 * @param args its arguments; default none
 * @param env its complete environment; nothing is inherited; default empty
 * @param url the address of a server over HTTP
 * @param headers headers of each request over HTTP; default none
 * @param timeoutMs time limit of a call in milliseconds; default {@link #DEFAULT_TIMEOUT_MS}
 * @param maxTimeoutMs time limit in milliseconds of a call whose progress keeps restarting {@code
 *     timeoutMs}; default ten times that
 * @param trust which of its tools are trusted; default trust on first use
 * @param auth how to obtain tokens for a server over HTTP; null for none
 * @param sampling whether it may call the agent's model; default off
 * @param revision the only revision of the protocol to speak with it, one of {@link #REVISIONS};
 *     null, the default, for the newest that both support
 */
public record McpServerSpec(
    String id,
    Transport transport,
    String command,
    List<Secret> args,
    Map<String, Secret> env,
    String url,
    Map<String, Secret> headers,
    Integer timeoutMs,
    Integer maxTimeoutMs,
    McpTrust trust,
    McpAuth auth,
    McpSampling sampling,
    String revision) {

  /**
   * Maximum characters of an id: together with a tool's name it must fit the 64 that models allow.
   */
  public static final int MAX_ID = 32;

  /** Maximum servers of a runtime. */
  public static final int MAX_SERVERS = 500;

  /** The supported revisions of the protocol, oldest first. */
  public static final List<String> REVISIONS =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28");

  public static final int DEFAULT_TIMEOUT_MS = 60_000;

  /** The default {@code maxTimeoutMs}, as a multiple of {@code timeoutMs}. */
  public static final int DEFAULT_MAX_TIMEOUTS = 10;

  private static final String TOOLS = "mcp__";

  /** The transports. */
  public enum Transport {
    /** A local process; messages are lines. */
    STDIO,
    /** Streamable HTTP, or HTTP with the event stream of 2024-11-05. */
    HTTP;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public McpServerSpec {
    args = args == null ? List.of() : List.copyOf(args);
    env = env == null ? Map.of() : Map.copyOf(env);
    headers = headers == null ? Map.of() : Map.copyOf(headers);
    timeoutMs = timeoutMs == null ? DEFAULT_TIMEOUT_MS : timeoutMs;
    maxTimeoutMs =
        maxTimeoutMs == null
            ? (int) Math.min(Integer.MAX_VALUE, (long) timeoutMs * DEFAULT_MAX_TIMEOUTS)
            : maxTimeoutMs;
    trust = trust == null ? McpTrust.FIRST_USE : trust;
    sampling = sampling == null ? McpSampling.OFF : sampling;
  }

  /** A server over HTTP with every default. */
  public static McpServerSpec http(String id, String url) {
    return new McpServerSpec(
        id, Transport.HTTP, null, null, null, url, null, null, null, null, null, null, null);
  }

  /** A server over stdio with every default. */
  public static McpServerSpec stdio(String id, String command, String... args) {
    List<Secret> all = List.of(args).stream().map(Secret::of).toList();
    return new McpServerSpec(
        id, Transport.STDIO, command, all, null, null, null, null, null, null, null, null, null);
  }

  /** A copy with another time limit of a call, and the default one of a call with progress. */
  public McpServerSpec withTimeoutMs(int millis) {
    return withTimeouts(millis, null);
  }

  /**
   * A copy with other time limits of a call.
   *
   * @param most of a call with progress; null for the default
   */
  public McpServerSpec withTimeouts(int millis, Integer most) {
    return new McpServerSpec(
        id, transport, command, args, env, url, headers, millis, most, trust, auth, sampling,
        revision);
  }

  /** A copy with these headers. */
  public McpServerSpec withHeaders(Map<String, Secret> all) {
    return with(env, all, trust, auth, sampling, revision);
  }

  /** A copy with this environment. */
  public McpServerSpec withEnv(Map<String, Secret> all) {
    return with(all, headers, trust, auth, sampling, revision);
  }

  /** A copy that speaks only this revision. */
  public McpServerSpec withRevision(String only) {
    return with(env, headers, trust, auth, sampling, only);
  }

  /** A copy with other trust. */
  public McpServerSpec withTrust(McpTrust other) {
    return with(env, headers, other, auth, sampling, revision);
  }

  /** A copy with tokens. */
  public McpServerSpec withAuth(McpAuth tokens) {
    return with(env, headers, trust, tokens, sampling, revision);
  }

  /** A copy with this permission to call models. */
  public McpServerSpec withSampling(McpSampling right) {
    return with(env, headers, trust, auth, right, revision);
  }

  private McpServerSpec with(
      Map<String, Secret> variables,
      Map<String, Secret> sent,
      McpTrust trusted,
      McpAuth tokens,
      McpSampling right,
      String only) {
    return new McpServerSpec(
        id,
        transport,
        command,
        args,
        variables,
        url,
        sent,
        timeoutMs,
        maxTimeoutMs,
        trusted,
        tokens,
        right,
        only);
  }

  /** The prefix of the ids of a server's tools. */
  public static String prefix(String id) {
    return TOOLS + id + "__";
  }

  /** The server in a tool's id; null for other tools. */
  public static String serverOf(String toolId) {
    if (!toolId.startsWith(TOOLS)) {
      return null;
    }
    int end = toolId.indexOf("__", TOOLS.length());
    return end < 0 ? null : toolId.substring(TOOLS.length(), end);
  }

  /** Omits command, address and their parameters, which may contain secrets. */
  @Override
  public String toString() {
    return "McpServerSpec[id=" + id + ", transport=" + transport + "]";
  }

  /**
   * Which tools of a server are offered (features row 1077). A tool is identified by the hash of
   * its description, schema and annotations; one with another hash than the accepted one is not
   * offered until an operator approves it.
   *
   * @param firstUse whether a tool without an accepted hash is trusted on first use; otherwise it
   *     must be approved. Default true
   * @param tools pinned hashes by the server's tool names; they override approvals. Default none
   */
  public record McpTrust(Boolean firstUse, Map<String, String> tools) {

    /** Trust on first use for every tool. */
    public static final McpTrust FIRST_USE = new McpTrust(true, null);

    public McpTrust {
      firstUse = firstUse == null || firstUse;
      tools = tools == null ? Map.of() : Map.copyOf(tools);
    }
  }

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
}
