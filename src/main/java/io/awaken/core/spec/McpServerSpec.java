package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How an MCP server is reached (features rows 224, 1070).
 *
 * @param id names the server in {@code mcp__{id}__{tool}}: at most {@link #MAX_ID} letters, digits
 *     and '-', with single '_' between them
 * @param transport how messages get there
 * @param command the program of a server over stdio, as the operating system finds it
 * @param args its arguments; default none
 * @param env its whole environment: nothing is inherited; default empty
 * @param url the address of a server over HTTP
 * @param headers sent with each request over HTTP; default none
 * @param timeoutMs milliseconds that a call may take; default {@link #DEFAULT_TIMEOUT_MS}
 * @param trust which of its tools are taken for what they are; default as first seen
 * @param auth how tokens for a server over HTTP are got; null for none
 * @param sampling whether it may ask the model of the agent that calls; default off
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
    McpTrust trust,
    McpAuth auth,
    McpSampling sampling) {

  /** Characters of an id: with a tool's name it has to fit the 64 that models allow. */
  public static final int MAX_ID = 32;

  /** Servers of one runtime. */
  public static final int MAX_SERVERS = 500;

  public static final int DEFAULT_TIMEOUT_MS = 60_000;

  private static final String TOOLS = "mcp__";
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*");

  /** How messages get to a server. */
  public enum Transport {
    /** A process of this node's own; messages are lines. */
    STDIO,
    /** Streamable HTTP. */
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
    trust = trust == null ? McpTrust.FIRST_USE : trust;
    sampling = sampling == null ? McpSampling.OFF : sampling;
  }

  /** A server over HTTP with every default. */
  public static McpServerSpec http(String id, String url) {
    return new McpServerSpec(
        id, Transport.HTTP, null, null, null, url, null, null, null, null, null);
  }

  /** A server over stdio with every default. */
  public static McpServerSpec stdio(String id, String command, String... args) {
    List<Secret> all = List.of(args).stream().map(Secret::of).toList();
    return new McpServerSpec(
        id, Transport.STDIO, command, all, null, null, null, null, null, null, null);
  }

  /** The same with another time for a call. */
  public McpServerSpec withTimeoutMs(int millis) {
    return new McpServerSpec(
        id, transport, command, args, env, url, headers, millis, trust, auth, sampling);
  }

  /** The same with these headers. */
  public McpServerSpec withHeaders(Map<String, Secret> all) {
    return new McpServerSpec(
        id, transport, command, args, env, url, all, timeoutMs, trust, auth, sampling);
  }

  /** The same with this environment. */
  public McpServerSpec withEnv(Map<String, Secret> all) {
    return new McpServerSpec(
        id, transport, command, args, all, url, headers, timeoutMs, trust, auth, sampling);
  }

  /** The same with other trust. */
  public McpServerSpec withTrust(McpTrust other) {
    return new McpServerSpec(
        id, transport, command, args, env, url, headers, timeoutMs, other, auth, sampling);
  }

  /** The same with tokens. */
  public McpServerSpec withAuth(McpAuth tokens) {
    return new McpServerSpec(
        id, transport, command, args, env, url, headers, timeoutMs, trust, tokens, sampling);
  }

  /** The same with this right to ask models. */
  public McpServerSpec withSampling(McpSampling right) {
    return new McpServerSpec(
        id, transport, command, args, env, url, headers, timeoutMs, trust, auth, right);
  }

  /** Whether a server may have this id: then it can be read back from the ids of its tools. */
  public static boolean isId(String id) {
    return id != null && id.length() <= MAX_ID && ID.matcher(id).matches();
  }

  /** What the ids of a server's tools begin with. */
  public static String prefix(String id) {
    return TOOLS + id + "__";
  }

  /** The server that a tool's id names; null when it is no tool of such a server. */
  public static String serverOf(String toolId) {
    if (!toolId.startsWith(TOOLS)) {
      return null;
    }
    int end = toolId.indexOf("__", TOOLS.length());
    return end < 0 ? null : toolId.substring(TOOLS.length(), end);
  }

  /** Without command, address and what they come with: each of them may hold a secret. */
  @Override
  public String toString() {
    return "McpServerSpec[id=" + id + ", transport=" + transport + "]";
  }
}
