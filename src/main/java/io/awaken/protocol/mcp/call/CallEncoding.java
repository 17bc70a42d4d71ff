package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ToolResult;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ToolActivity;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.submit.QuestionText;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.CallEncoding.OpenQuestions;
import io.awaken.protocol.mcp.call.Forms.QuestionId;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The stream that answers one agent call: progress, questions and the response as its last message.
 * For one stream.
 */
public final class CallEncoding implements StreamEncoding {

  private final CallReading reading;
  private final Consumer<StreamEnd> whenEnded;
  private final Progress progress;

  /** Progress sent to the client by all encoders of the stream; guarded by the stream. */
  static final class Progress {
    private long last;

    private Progress(long start) {
      this.last = start;
    }

    /** Progress must grow, even after the run returned to its last commit. */
    boolean advance(long sequence) {
      if (sequence <= last) {
        return false;
      }
      last = sequence;
      return true;
    }
  }

  /**
   * @param whenEnded receives how the stream ended; must neither block nor throw
   */
  public CallEncoding(CallReading reading, Consumer<StreamEnd> whenEnded) {
    this.reading = reading;
    this.whenEnded = whenEnded;
    this.progress = new Progress(reading.start());
  }

  @Override
  public StreamEncoder encoder(RunId run) {
    return new CallEncoder(run, reading, progress);
  }

  @Override
  public boolean stateful() {
    return true;
  }

  @Override
  public boolean outlastsPauses() {
    return reading.staysOpenForQuestions();
  }

  @Override
  public void ended(StreamEnd why) {
    whenEnded.accept(why);
  }

  /** The open suspensions of a run, from its events. For one thread at a time. */
  static final class OpenQuestions {

    private final Map<String, SuspendTicket> open = new LinkedHashMap<>();

    void ask(String callId, SuspendTicket ticket) {
      if (ticket != null) {
        open.put(callId, ticket);
      }
    }

    void answered(String callId) {
      open.remove(callId);
    }

    /**
     * As requests of the server to the client, until 2025-11-25.
     *
     * @param task whether the run is a task whose result the client waits for
     * @param client its capabilities
     */
    List<Request> asRequests(RunId run, boolean task, ClientAbilities client) {
      var requests = new ArrayList<Request>();
      for (SuspendTicket ticket : open.values()) {
        String id = ticket.suspension().id();
        Optional<ClientQuestion> question = ClientQuestion.of(ticket);
        if (question.isEmpty() && client.forms()) {
          requests.add(request(run, id, Forms.METHOD, Forms.params(ticket), task));
        } else if (question.isPresent()) {
          // Answers arrive one by one on any node, where the others are not stored.
          ObjectNode askable = question.get().askable(client);
          if (askable.size() == 1) {
            JsonNode only = askable.elements().next();
            ObjectNode params = (ObjectNode) only.get("params").deepCopy();
            requests.add(request(run, id, only.get("method").asText(), params, task));
          }
        }
      }
      return requests;
    }

    private static Request request(
        RunId run, String id, String method, ObjectNode params, boolean task) {
      return new Request(
          TextNode.valueOf(new QuestionId(run, id).text()),
          method,
          task ? McpResults.withTask(params, run) : params);
    }

    /** As requests within a result, since 2026-07-28. */
    ObjectNode asInputs(ClientAbilities client) {
      return Forms.inputs(open.values(), client);
    }

    /** The questions as text for users. */
    List<String> texts() {
      return open.values().stream().map(QuestionText::of).toList();
    }
  }

  /** Writes the events of a run as messages of its MCP call, for one reader. */
  static final class CallEncoder implements StreamEncoder {

    /** Makes a client reconnect after one second. */
    private static final byte[] RETRY = "retry: 1000\n".getBytes(StandardCharsets.US_ASCII);

    private final CallReading reading;
    private final CallEncoding.Progress progress;
    private final CallPosition begin;
    private final OpenQuestions questions = new OpenQuestions();
    private boolean over;

    /** Whether the run is a tool call, and the last tool result of the run. */
    private boolean tool;

    private ToolResult answer;

    CallEncoder(RunId run, CallReading reading, CallEncoding.Progress progress) {
      this.reading = reading;
      this.progress = progress;
      begin =
          new CallPosition(
              run, Cursor.START, reading.id(), reading.progressToken(), reading.task());
    }

    @Override
    public void begin(OutputStream out) throws IOException {
      // Clients of earlier versions would treat the empty message as an event.
      if (reading.version() == ProtocolVersion.V2025_11_25 && reading.start() == 0) {
        out.write(RETRY);
        write(begin.cursor(), "", out);
      }
    }

    @Override
    public boolean over() {
      return over;
    }

    @Override
    public void encode(StreamItem item, OutputStream out) throws IOException {
      switch (item) {
        case StreamItem.Event event -> event(event.event(), out);
        case StreamItem.Reset reset -> {
          // Reported progress cannot be taken back; the next encoder continues from it.
        }
        case StreamItem.Reconnect reconnect -> interrupted(out);
        case StreamItem.Resync resync -> interrupted(out);
        case StreamItem.WithDelegates with -> throw new IllegalArgumentException("not followed");
        case StreamItem.OfThread of -> throw new IllegalArgumentException("not of a run");
      }
    }

    private void event(StreamEvent placed, OutputStream out) throws IOException {
      note(placed.event());
      long sequence = placed.cursor().sequence();
      if (sequence <= reading.start() || over) {
        return;
      }
      if (placed.event() instanceof AgentEvent.RunFinish finish) {
        finish(placed.cursor(), finish, out);
        return;
      }
      if (tool) {
        // Log messages of an agent's tools are not sent to the client.
        Optional<Notification> log = CallNotices.log(placed.event(), reading.logs());
        if (log.isPresent()) {
          write(placed.cursor(), log.get(), out);
          return;
        }
      }
      String message = tool ? ofTool(placed.event()) : progress(placed.event());
      if (message != null && reading.progressToken() != null && progress.advance(sequence)) {
        write(
            placed.cursor(), CallNotices.progress(reading.progressToken(), sequence, message), out);
      }
    }

    private void note(AgentEvent event) {
      if (event instanceof AgentEvent.RunStart start) {
        // The server itself requests a run only for a tool call.
        tool = start.origin() == RunOrigin.INTERNAL;
      } else if (event instanceof AgentEvent.ToolCallDone done) {
        answer = done.result();
        if (done.outcome() == ToolCallOutcome.SUSPENDED) {
          questions.ask(done.id(), done.result().suspension());
        } else {
          questions.answered(done.id());
        }
      } else if (event instanceof AgentEvent.ToolCallResumed resumed) {
        questions.answered(resumed.targetId());
      }
    }

    private static String progress(AgentEvent event) {
      return switch (event) {
        case AgentEvent.StepStart step -> "thinking";
        case AgentEvent.ToolCallReady call -> "calling " + call.name();
        case AgentEvent.ToolCallDone done when done.outcome() == ToolCallOutcome.SUSPENDED ->
            "waiting for an answer";
        case AgentEvent.ToolCallDone done -> done.result().toolName() + " is done";
        default -> null;
      };
    }

    /** Progress reported by the tool; the client already knows that it is called. */
    private static String ofTool(AgentEvent event) {
      return switch (event) {
        case AgentEvent.ActivitySnapshot activity
            when activity.activityType().equals(ToolActivity.PROGRESS) ->
            CallNotices.text(activity);
        case AgentEvent.ToolCallDone done when done.outcome() == ToolCallOutcome.SUSPENDED ->
            "waiting for an answer";
        default -> null;
      };
    }

    private void finish(Cursor at, AgentEvent.RunFinish finish, OutputStream out)
        throws IOException {
      boolean waits = finish.termination() instanceof TerminationReason.Suspended;
      if (waits && reading.staysOpenForQuestions()) {
        var asked = questions.asRequests(begin.run(), reading.task(), reading.client());
        // A task waits for other answerers; a call without questions for its client would never
        // end.
        if (reading.task() || !asked.isEmpty()) {
          for (Request question : asked) {
            write(null, question, out);
          }
          write(at, "", out);
          return;
        }
      }
      over = true;
      write(at, end(at, finish, waits), out);
    }

    /** The stream ends before the run; a client that cannot reconnect gets an error. */
    private void interrupted(OutputStream out) throws IOException {
      if (over || reading.resumable()) {
        return;
      }
      over = true;
      ObjectNode data = JsonNodeFactory.instance.objectNode().put("run_id", begin.run().value());
      var error =
          new JsonRpcError(
              JsonRpcError.SERVER_ERROR, "the stream ends here and the run continues", data);
      write(null, new Failure(reading.id(), error), out);
    }

    private void write(Cursor at, JsonRpcMessage message, OutputStream out) throws IOException {
      write(at, ProtocolJson.bytes(JsonRpc.write(message)), out);
    }

    private void write(Cursor at, String text, OutputStream out) throws IOException {
      if (reading.version() == ProtocolVersion.V2025_11_25) {
        write(at, text.getBytes(StandardCharsets.UTF_8), out);
      }
    }

    /** Writes a message; a client can resume after one with a cursor. */
    private void write(Cursor at, byte[] message, OutputStream out) throws IOException {
      if (at != null && reading.resumable()) {
        out.write(("id: " + begin.at(at).text() + "\n").getBytes(StandardCharsets.US_ASCII));
      }
      FrameFormat.SSE.write(message, out);
    }

    /** The last message of the call's stream. */
    private JsonRpcMessage end(Cursor at, AgentEvent.RunFinish finish, boolean waits) {
      if (waits && reading.version().modern()) {
        ObjectNode inputs = questions.asInputs(reading.client());
        if (!inputs.isEmpty()) {
          return new Result(reading.id(), asks(inputs, at));
        }
      }
      ObjectNode result =
          tool && answer != null && finish.termination() instanceof TerminationReason.NaturalEnd
              ? McpResults.ofTool(answer, finish, reading.version())
              : McpResults.of(finish, reading.version(), questions.texts());
      return new Result(
          reading.id(), reading.task() ? McpResults.withTask(result, begin.run()) : result);
    }

    private ObjectNode asks(ObjectNode inputs, Cursor at) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      result.put("resultType", "input_required");
      result.set("inputRequests", inputs);
      result.put("requestState", reading.state().apply(begin.run(), at));
      return result;
    }
  }
}
