package io.awaken.mcp.stdio;

import io.awaken.mcp.McpHeaders;
import io.awaken.mcp.McpMeta;

/**
 * A JSON-RPC message, parsed as far as the bridge needs it.
 *
 * @param text the whole message, on one line
 * @param id as JSON; null without one
 * @param method null for responses and batches
 */
record RawMessage(String text, Kind kind, String id, String method) {

  /** Decides how a message is handled. */
  enum Kind {
    /** Expects a response. */
    REQUEST,
    /** Expects no response. */
    NOTIFICATION,
    /** A response to the other side. */
    ANSWER,
    /** Several messages in an array; 2025-03-26 only. */
    BATCH
  }

  private static final String PARAMS = "params";

  /**
   * Reads a message.
   *
   * @throws JsonText.Malformed when it is not JSON, or neither object nor array
   */
  static RawMessage of(String text) {
    JsonText.requireOne(text);
    // Line ends inside strings are escaped; the others are layout.
    String line = text.strip().replace('\n', ' ').replace('\r', ' ');
    if (line.startsWith("[")) {
      return new RawMessage(line, Kind.BATCH, null, null);
    }
    if (!line.startsWith("{")) {
      throw new JsonText.Malformed();
    }
    String id = id(line, "id");
    String method = JsonText.text(line, "method");
    Kind kind = method == null ? Kind.ANSWER : id == null ? Kind.NOTIFICATION : Kind.REQUEST;
    return new RawMessage(line, kind, id, method);
  }

  /** Normalises an id, so that two spellings match. */
  private static String id(String line, String... path) {
    String text = JsonText.text(line, path);
    String raw = text == null ? JsonText.raw(line, path) : JsonText.quoted(text);
    return "null".equals(raw) ? null : raw;
  }

  /** The revision in a message since 2026-07-28; null for earlier ones. */
  String version() {
    return method == null ? null : JsonText.text(text, PARAMS, McpMeta.FIELD, McpMeta.VERSION);
  }

  /** The name for intermediaries' headers; null for messages without one. */
  String name() {
    String field = method == null ? null : McpHeaders.nameField(method);
    return field == null ? null : JsonText.text(text, PARAMS, field);
  }

  /** The id of the request that it cancels; null if it cancels none. */
  String cancels() {
    return "notifications/cancelled".equals(method) ? id(text, PARAMS, "requestId") : null;
  }

  /** The revision that a response to {@code initialize} selects; null in others. */
  String agreed() {
    return kind != Kind.ANSWER ? null : JsonText.text(text, "result", "protocolVersion");
  }

  /** Whether it opens a session. */
  boolean opens() {
    return kind == Kind.REQUEST && "initialize".equals(method);
  }

  /** Whether it is a response. */
  boolean answers(RawMessage request) {
    return kind == Kind.ANSWER && id != null && id.equals(request.id());
  }

  /** Its error as JSON; null if it has none, or none of this protocol. */
  String error() {
    boolean ours = kind == Kind.ANSWER && JsonText.text(text, "jsonrpc") != null;
    return ours ? JsonText.raw(text, "error") : null;
  }

  /**
   * Writes an error response.
   *
   * @param id of the request, as JSON; null if unknown
   * @param error as JSON
   */
  static String failure(String id, String error) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":" + error + "}";
  }

  /** Writes an error response of the bridge itself. */
  static String failure(String id, int code, String message) {
    return failure(id, "{\"code\":" + code + ",\"message\":" + JsonText.quoted(message) + "}");
  }
}
