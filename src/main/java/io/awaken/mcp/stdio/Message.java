package io.awaken.mcp.stdio;

import io.awaken.mcp.McpMeta;
import java.util.Map;

/**
 * A message of JSON-RPC, as much of it as the bridge has to know.
 *
 * @param text all of it, in one line
 * @param id as JSON writes it; null without one
 * @param method null for answers, and for batches
 */
record Message(String text, Kind kind, String id, String method) {

  /** What becomes of a message depends on it. */
  enum Kind {
    /** Wants an answer. */
    REQUEST,
    /** Wants none. */
    NOTIFICATION,
    /** Answers a request of the other side. */
    ANSWER,
    /** Several in an array, which only 2025-03-26 knows. */
    BATCH
  }

  private static final String PARAMS = "params";

  /** Which parameter the header {@code Mcp-Name} repeats. */
  private static final Map<String, String> NAMED =
      Map.of(
          "tools/call", "name",
          "prompts/get", "name",
          "resources/read", "uri",
          "tasks/get", "taskId",
          "tasks/update", "taskId",
          "tasks/cancel", "taskId");

  /**
   * Reads one.
   *
   * @throws JsonText.Malformed when it is no JSON, or no object and no array
   */
  static Message of(String text) {
    JsonText.requireOne(text);
    // Within texts line ends are escaped; what is left of them is layout.
    String line = text.strip().replace('\n', ' ').replace('\r', ' ');
    if (line.startsWith("[")) {
      return new Message(line, Kind.BATCH, null, null);
    }
    if (!line.startsWith("{")) {
      throw new JsonText.Malformed();
    }
    String id = id(line, "id");
    String method = JsonText.text(line, "method");
    Kind kind = method == null ? Kind.ANSWER : id == null ? Kind.NOTIFICATION : Kind.REQUEST;
    return new Message(line, kind, id, method);
  }

  /** Two spellings of one id are one id. */
  private static String id(String line, String... path) {
    String text = JsonText.text(line, path);
    String raw = text == null ? JsonText.raw(line, path) : JsonText.quoted(text);
    return "null".equals(raw) ? null : raw;
  }

  /** The revision that a message since 2026-07-28 says; null for those before. */
  String version() {
    return method == null ? null : JsonText.text(text, PARAMS, McpMeta.FIELD, McpMeta.VERSION);
  }

  /** What it names, for messages that intermediaries are told it of; null for others. */
  String name() {
    String field = method == null ? null : NAMED.get(method);
    return field == null ? null : JsonText.text(text, PARAMS, field);
  }

  /** The id of the request that it cancels; null when it cancels none. */
  String cancels() {
    return "notifications/cancelled".equals(method) ? id(text, PARAMS, "requestId") : null;
  }

  /** The revision that an answer to {@code initialize} agrees to; null in others. */
  String agreed() {
    return kind != Kind.ANSWER ? null : JsonText.text(text, "result", "protocolVersion");
  }

  /** Whether it begins a session. */
  boolean opens() {
    return kind == Kind.REQUEST && "initialize".equals(method);
  }

  /** Whether it answers a request. */
  boolean answers(Message request) {
    return kind == Kind.ANSWER && id != null && id.equals(request.id());
  }

  /** The error that it tells, as JSON; null when it tells none, or is none of this protocol. */
  String error() {
    boolean ours = kind == Kind.ANSWER && JsonText.text(text, "jsonrpc") != null;
    return ours ? JsonText.raw(text, "error") : null;
  }

  /**
   * An answer that tells an error.
   *
   * @param id of the request, as JSON; null when it is not known
   * @param error as JSON
   */
  static String failure(String id, String error) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":" + error + "}";
  }

  /** The same with an error of the bridge. */
  static String failure(String id, int code, String message) {
    return failure(id, "{\"code\":" + code + ",\"message\":" + JsonText.quoted(message) + "}");
  }
}
