package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The calls of a run, each from its input to its output. Calls that the server executes are marked
 * {@code providerExecuted}: clients would otherwise treat them as their own and, with automatic
 * sending, repeat requests endlessly. For one reader.
 */
final class ToolChunks {

  private static final String NOT_MADE = "the call was not made";
  private static final String NOT_ANSWERED = "the run ended before the call";

  private final RunId run;
  private final Predicate<String> serverTools;
  private final Map<String, OpenCall> calls = new LinkedHashMap<>();
  private String thread;
  private int sources;

  ToolChunks(RunId run, Predicate<String> serverTools) {
    this.run = run;
    this.serverTools = serverTools;
  }

  /** Sets the thread that stores media. */
  void in(String threadId) {
    thread = threadId;
  }

  void start(AgentEvent.ToolCallStart start, OutputStream out) throws IOException {
    open(start.id(), start.name()).start(out);
  }

  void delta(AgentEvent.ToolCallDelta delta, OutputStream out) throws IOException {
    OpenCall call = calls.get(delta.id());
    if (call != null) {
      call.delta(delta.argsDelta(), out);
    }
  }

  /** The input of a possible front-end tool is written once the executor is known. */
  void ready(AgentEvent.ToolCallReady ready, OutputStream out) throws IOException {
    OpenCall call = calls.get(ready.id());
    if (call == null) {
      call = open(ready.id(), ready.name());
    }
    call.ready(ready.arguments(), out);
  }

  void progress(AgentEvent.ToolCallStreamDelta delta, OutputStream out) throws IOException {
    onServer(delta.id(), delta.name(), out).progress(delta.delta(), out);
  }

  void done(AgentEvent.ToolCallDone done, OutputStream out) throws IOException {
    ToolResult result = done.result();
    SuspendTicket asked = result.suspension();
    if (asked != null && ClientExecutedTool.ACTION.equals(asked.suspension().action())) {
      openIfAbsent(done.id(), result.toolName()).handOver(out);
      return;
    }
    OpenCall call = onServer(done.id(), result.toolName(), out);
    switch (done.outcome()) {
      case SUSPENDED -> ask(call, asked, out);
      case SUCCEEDED -> {
        output(call, result, out);
        calls.remove(done.id());
      }
      case FAILED -> {
        call.failed(errorText(result), out);
        calls.remove(done.id());
      }
      case CANCELLED -> {
        call.cancelled(errorText(result), out);
        calls.remove(done.id());
      }
    }
  }

  private void ask(OpenCall call, SuspendTicket asked, OutputStream out) throws IOException {
    if (asked == null) {
      return;
    }
    call.approvalRequested();
    Chunks.write(
        out,
        "tool-approval-request",
        json -> {
          json.writeStringField("approvalId", UiIds.of(run, asked.suspension().id()));
          call.id(json);
          json.writeObjectFieldStart("approvalDescriptor");
          PartFields.write(asked, json);
          json.writeEndObject();
        });
  }

  private void output(OpenCall call, ToolResult result, OutputStream out) throws IOException {
    Chunks.write(
        out,
        "tool-output-available",
        json -> {
          call.id(json);
          json.writeFieldName("output");
          writeOutput(result, json);
          call.flag(json);
        });
    for (ContentBlock block : result.content()) {
      String type = PartFields.type(block);
      if (type != null) {
        String source = "s" + ++sources;
        Chunks.write(out, type, json -> PartFields.write(block, thread, source, json));
      }
    }
  }

  /** Ends an interrupted call; clients cannot remove one. */
  void cancel(String id, OutputStream out) throws IOException {
    OpenCall call = calls.get(id);
    if (call != null && !call.hasInput()) {
      calls.remove(id);
      call.inputError(NOT_MADE, out);
    }
  }

  /** Ends calls that the model began but did not request. */
  void endWithoutInput(OutputStream out) throws IOException {
    for (OpenCall call : calls.values()) {
      if (!call.hasInput()) {
        call.inputError(NOT_MADE, out);
      }
    }
    calls.values().removeIf(call -> !call.hasInput());
  }

  /** Ends calls that get no more events. */
  void endAll(OutputStream out) throws IOException {
    for (OpenCall call : calls.values()) {
      call.available(out);
      call.failed(NOT_ANSWERED, out);
    }
    calls.clear();
  }

  private OpenCall open(String id, String name) {
    var call = new OpenCall(UiIds.of(run, id), name, serverTools.test(name));
    calls.put(id, call);
    return call;
  }

  /** Writes the input if needed: a client ignores the output of a call without input. */
  private OpenCall openIfAbsent(String id, String name) {
    OpenCall call = calls.get(id);
    return call == null ? open(id, name) : call;
  }

  private OpenCall onServer(String id, String name, OutputStream out) throws IOException {
    OpenCall call = openIfAbsent(id, name);
    call.onServer(out);
    return call;
  }

  /** Writes the data of a result; without data its message, or null. */
  private static void writeOutput(ToolResult result, JsonGenerator json) throws IOException {
    if (result.data() != null) {
      ProtocolJson.mapper().writeTree(json, result.data());
    } else if (result.message() != null) {
      json.writeString(result.message());
    } else {
      json.writeNull();
    }
  }

  /** The reason of a failed call, for users. */
  private static String errorText(ToolResult result) {
    if (result.message() != null && !result.message().isBlank()) {
      return result.message();
    }
    return result.code() == null ? "the tool failed" : result.code();
  }
}
