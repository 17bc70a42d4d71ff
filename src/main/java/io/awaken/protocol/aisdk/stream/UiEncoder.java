package io.awaken.protocol.aisdk.stream;

import io.awaken.core.decision.Delegation;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.aisdk.stream.UiEncoder.TextBlocks.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Writes the events of a run as the chunks of one message. The message id is the run id, so it is
 * stable across suspensions and reconnects. The outcome of the run is written when the stream ends;
 * a stream that ends before its run reports an error, because clients treat a truncated stream as
 * complete.
 */
final class UiEncoder implements StreamEncoder {

  private static final String INTERRUPTED =
      "the stream was interrupted; resume it to continue reading";

  private final RunId run;
  private final UiStreamEncoding stream;
  private final TextBlocks blocks = new TextBlocks();
  private final ToolChunks tools;
  private final FinishChunks end = new FinishChunks();
  private final Map<RunId, DelegatePart> delegates = new HashMap<>(0);
  private final Set<RunId> answered = new HashSet<>(0);
  private String thread;
  private boolean inStep;
  private long shown;

  UiEncoder(RunId run, UiStreamEncoding stream) {
    this.run = run;
    this.stream = stream;
    this.tools = new ToolChunks(run, stream::serverTool);
  }

  @Override
  public void begin(OutputStream out) throws IOException {
    if (run == null || stream.over()) {
      return;
    }
    Chunks.write(out, "start", json -> json.writeStringField("messageId", run.value()));
    if (thread != null) {
      RunData.info(thread, run.value(), out);
    }
  }

  @Override
  public void encode(StreamItem item, OutputStream out) throws IOException {
    if (stream.over()) {
      return;
    }
    switch (item) {
      case StreamItem.Event event -> {
        end.discard();
        encode(event.event().event(), out);
        shown = event.cursor().sequence();
      }
      case StreamItem.Reset reset -> {
        if (reset.cursor().sequence() < shown) {
          interrupt(out);
        }
      }
      // Written at the end of the stream.
      case StreamItem.Reconnect reconnect -> {}
      case StreamItem.Resync resync -> {}
      case StreamItem.WithDelegates with -> {
        if (with.of() == null) {
          encode(with.item(), out);
        } else {
          delegate(with.of(), with.item(), out);
        }
      }
      case StreamItem.OfThread of -> encode(of.item(), out);
    }
  }

  private void encode(AgentEvent event, OutputStream out) throws IOException {
    switch (event) {
      case AgentEvent.RunStart start -> {
        thread = start.threadId();
        tools.in(thread);
        RunData.info(thread, run.value(), out);
      }
      case AgentEvent.StepStart start -> {
        inStep = true;
        Chunks.write(out, "start-step", Chunks.Fields.NONE);
      }
      case AgentEvent.StepEnd step -> endStep(out);
      case AgentEvent.TextDelta text ->
          blocks.piece(Kind.TEXT, text.messageId(), text.delta(), out);
      case AgentEvent.ReasoningDelta reasoning ->
          blocks.piece(Kind.REASONING, null, reasoning.delta(), out);
      // Only providers use it.
      case AgentEvent.ReasoningEncryptedValue encrypted -> {}
      case AgentEvent.ToolCallStart call -> {
        blocks.close(out);
        tools.start(call, out);
      }
      case AgentEvent.ToolCallDelta delta -> tools.delta(delta, out);
      case AgentEvent.ToolCallCancel call -> tools.cancel(call.id(), out);
      case AgentEvent.StreamReset reset -> {
        blocks.close(out);
        tools.endWithoutInput(out);
        RunData.write(reset, out);
      }
      case AgentEvent.ToolCallReady call -> {
        blocks.close(out);
        tools.ready(call, out);
      }
      case AgentEvent.ToolCallStreamDelta delta -> tools.progress(delta, out);
      case AgentEvent.ToolCallDone done -> {
        blocks.close(out);
        tools.done(done, out);
      }
      // The client that decided has this event; the call continues with the result.
      case AgentEvent.ToolCallResumed resumed -> {}
      case AgentEvent.InferenceComplete inference -> {
        end.used(inference);
        RunData.write(inference, out);
      }
      case AgentEvent.RunFinish finish -> {
        blocks.close(out);
        tools.endWithoutInput(out);
        if (!end.is(finish.termination()).suspended()) {
          tools.endAll(out);
        }
        endStep(out);
      }
      case AgentEvent.MessagesSnapshot other -> RunData.write(other, thread, out);
      case AgentEvent.ActivitySnapshot other -> RunData.write(other, out);
      case AgentEvent.ActivityDelta other -> RunData.write(other, out);
      case AgentEvent.StateSnapshot other -> RunData.write(other, out);
      case AgentEvent.StateDelta other -> RunData.write(other, out);
      case AgentEvent.ToolFilterConflict other -> RunData.write(other, out);
      case AgentEvent.Custom other -> {
        ended(other, out);
        RunData.write(other, out);
      }
      case AgentEvent.Error other -> RunData.write(other, out);
    }
  }

  /** A delegate's run is a part of this message; what ended before the stream is in it already. */
  private void delegate(Delegate of, StreamItem item, OutputStream out) throws IOException {
    if (answered.contains(of.runId())) {
      return;
    }
    var part = delegates.computeIfAbsent(of.runId(), run -> new DelegatePart(of));
    if (item instanceof StreamItem.Event event) {
      part.take(event.cursor().sequence(), event.event().event(), out);
    } else if (item instanceof StreamItem.Reset reset) {
      part.again(reset.cursor().sequence());
    }
  }

  private void ended(AgentEvent.Custom custom, OutputStream out) throws IOException {
    boolean finished = custom.name().equals(Delegation.FINISHED);
    if (finished || custom.name().equals(Delegation.FAILED)) {
      RunId of = Delegate.run(custom);
      answered.add(of);
      DelegatePart part = delegates.remove(of);
      if (part != null) {
        part.ended(finished, out);
      }
    }
  }

  private void endStep(OutputStream out) throws IOException {
    blocks.close(out);
    tools.endWithoutInput(out);
    if (inStep) {
      inStep = false;
      Chunks.write(out, "finish-step", Chunks.Fields.NONE);
    }
  }

  private void interrupt(OutputStream out) throws IOException {
    stream.end();
    endStep(out);
    end.error(INTERRUPTED, out);
    Chunks.done(out);
  }

  @Override
  public void end(OutputStream out) throws IOException {
    if (stream.over()) {
      return;
    }
    if (!end.known()) {
      interrupt(out);
      return;
    }
    end.write(out);
    Chunks.done(out);
  }

  /**
   * The open text or reasoning block. A block starts with its first piece, at most one is open, and
   * no id is used twice: clients identify a block by its id within the message. For one reader.
   */
  static final class TextBlocks {

    /** The content type of a block. */
    enum Kind {
      TEXT("text", "t"),
      REASONING("reasoning", "r");

      private final String start;
      private final String delta;
      private final String end;
      private final String prefix;

      Kind(String wire, String prefix) {
        this.start = wire + "-start";
        this.delta = wire + "-delta";
        this.end = wire + "-end";
        this.prefix = prefix;
      }
    }

    private int count;
    private Kind open;
    private String id;
    private String message;

    /**
     * Writes a piece.
     *
     * @param of the id of the stored message; null if unknown
     */
    void piece(Kind kind, String of, String piece, OutputStream out) throws IOException {
      if (piece.isEmpty()) {
        return;
      }
      if (open != kind || of != null && message != null && !of.equals(message)) {
        close(out);
        open = kind;
        id = kind.prefix + ++count;
        Chunks.write(out, kind.start, json -> json.writeStringField("id", id));
      }
      message = of;
      Chunks.write(
          out,
          kind.delta,
          json -> {
            json.writeStringField("id", id);
            json.writeStringField("delta", piece);
          });
    }

    /** Ends the open block, if there is one. */
    void close(OutputStream out) throws IOException {
      if (open != null) {
        Chunks.write(out, open.end, json -> json.writeStringField("id", id));
        open = null;
      }
    }
  }
}
