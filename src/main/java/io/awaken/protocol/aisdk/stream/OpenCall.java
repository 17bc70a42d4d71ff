package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;

/** A call without a result, and what its client has of it. For one reader. */
final class OpenCall {

  private final String id;
  private final String name;
  private final StringBuilder progress = new StringBuilder(0);
  private JsonNode input;
  private boolean server;
  private boolean client;
  private boolean started;
  private boolean available;
  private boolean approvalRequested;
  private int sentLength;

  /**
   * @param id the wire id
   * @param server whether the server has a tool of this name
   */
  OpenCall(String id, String name, boolean server) {
    this.id = id;
    this.name = name;
    this.server = server;
  }

  void id(JsonGenerator json) throws IOException {
    json.writeStringField("toolCallId", id);
  }

  /** Marks a call that the server executes. */
  void flag(JsonGenerator json) throws IOException {
    if (server) {
      json.writeBooleanField("providerExecuted", true);
    }
  }

  void start(OutputStream out) throws IOException {
    started = true;
    Chunks.write(
        out,
        "tool-input-start",
        json -> {
          id(json);
          json.writeStringField("toolName", name);
          flag(json);
        });
  }

  void delta(String text, OutputStream out) throws IOException {
    if (started && !text.isEmpty()) {
      Chunks.write(
          out,
          "tool-input-delta",
          json -> {
            id(json);
            json.writeStringField("inputTextDelta", text);
          });
    }
  }

  /** The input of a possible front-end tool is written once the executor is known. */
  void ready(JsonNode arguments, OutputStream out) throws IOException {
    input = arguments;
    if (server) {
      available(out);
    }
  }

  boolean hasInput() {
    return input != null || available;
  }

  /** Marks the call as executed by the server, unless it was handed over before. */
  void onServer(OutputStream out) throws IOException {
    server |= !client;
    available(out);
  }

  /** Hands the call over to the client; a gate may have suspended it before. */
  void handOver(OutputStream out) throws IOException {
    if (client) {
      return;
    }
    client = true;
    boolean taken = available && server;
    server = false;
    available = false;
    available(taken, out);
  }

  void available(OutputStream out) throws IOException {
    available(false, out);
  }

  private void available(boolean taken, OutputStream out) throws IOException {
    if (available) {
      return;
    }
    available = true;
    Chunks.write(
        out,
        "tool-input-available",
        json -> {
          id(json);
          json.writeStringField("toolName", name);
          RunData.value("input", input, json);
          if (taken) {
            json.writeBooleanField("providerExecuted", false);
          }
          flag(json);
        });
  }

  void approvalRequested() {
    approvalRequested = true;
  }

  /**
   * Appends output of the running tool. The client gets the whole output whenever it has grown by a
   * quarter, so the total sent stays proportional to the output.
   */
  void progress(String more, OutputStream out) throws IOException {
    progress.append(more);
    if (more.isEmpty() || progress.length() < sentLength + (sentLength >> 2)) {
      return;
    }
    sentLength = progress.length();
    Chunks.write(
        out,
        "tool-output-available",
        json -> {
          id(json);
          json.writeStringField("output", progress.toString());
          json.writeBooleanField("preliminary", true);
          flag(json);
        });
  }

  void failed(String why, OutputStream out) throws IOException {
    Chunks.write(
        out,
        "tool-output-error",
        json -> {
          id(json);
          json.writeStringField("errorText", why);
          flag(json);
        });
  }

  void cancelled(String why, OutputStream out) throws IOException {
    if (approvalRequested) {
      Chunks.write(out, "tool-output-denied", this::id);
    } else {
      failed(why, out);
    }
  }

  void inputError(String why, OutputStream out) throws IOException {
    Chunks.write(
        out,
        "tool-input-error",
        json -> {
          id(json);
          json.writeStringField("toolName", name);
          json.writeNullField("input");
          json.writeStringField("errorText", why);
          flag(json);
        });
  }
}
