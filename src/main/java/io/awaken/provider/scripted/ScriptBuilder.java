package io.awaken.provider.scripted;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes a script in code (features row 7). {@link #says}, {@link #calls}, {@link #callsWithText}
 * and {@link #fails} begin a turn each; the methods whose names begin with {@code and} add to the
 * turn before. Not thread-safe.
 *
 * <pre>
 * Script.builder().says("Let me look.").andCalls("get_weather", Map.of("city", "Bern"))
 *     .says("It is sunny.").build()
 * </pre>
 */
public final class ScriptBuilder {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<Draft> turns = new ArrayList<>();
  private long wordDelayMs;
  private boolean repeat;

  ScriptBuilder() {}

  /** A turn of text. */
  public ScriptBuilder says(String text) {
    begin().text = text;
    return this;
  }

  /** A turn of one tool call. */
  public ScriptBuilder calls(String tool, Map<String, ?> arguments) {
    begin();
    return andCalls(tool, arguments);
  }

  /** A turn of one tool call whose arguments are this text, JSON or not. */
  public ScriptBuilder callsWithText(String tool, String arguments) {
    begin().calls.add(new Turn.Call(null, tool, TextNode.valueOf(arguments)));
    return this;
  }

  /** A turn that fails before its first piece. */
  public ScriptBuilder fails(InferenceException.Kind kind) {
    begin();
    return andFails(kind);
  }

  /** Adds a call of this tool to the turn before. */
  public ScriptBuilder andCalls(String tool, Map<String, ?> arguments) {
    current().calls.add(new Turn.Call(null, tool, MAPPER.valueToTree(arguments)));
    return this;
  }

  /** Lets the turn before fail after its last piece. */
  public ScriptBuilder andFails(InferenceException.Kind kind) {
    current().error = new Turn.Failure(kind, null, null);
    return this;
  }

  /** Adds reasoning before the text of the turn before. */
  public ScriptBuilder andReasons(String reasoning) {
    current().reasoning = reasoning;
    return this;
  }

  /**
   * Adds this block after the text of the turn before; signed reasoning is streamed as reasoning.
   */
  public ScriptBuilder andShows(ContentBlock block) {
    current().content.add(block);
    return this;
  }

  /** Attaches provider metadata to the answer and each call of the turn before. */
  public ScriptBuilder andAttaches(ObjectNode metadata) {
    current().metadata = metadata;
    return this;
  }

  /** The turn reports, after its text, the request's non-text content. */
  public ScriptBuilder andTellsReceived() {
    current().tellsReceived = true;
    return this;
  }

  /** Delays the first piece of the turn before. */
  public ScriptBuilder andWaitsFirst(Duration delay) {
    current().delayMs = delay.toMillis();
    return this;
  }

  /** Sets the usage that the turn reports. */
  public ScriptBuilder andUses(TokenUsage usage) {
    current().usage = usage;
    return this;
  }

  /** Sets the stop reason of the turn before. */
  public ScriptBuilder andStops(StopReason reason) {
    current().stopReason = reason;
    return this;
  }

  /** Time between two words; default none. */
  public ScriptBuilder wordDelay(Duration delay) {
    wordDelayMs = delay.toMillis();
    return this;
  }

  /** Repeats the script from its first turn after the last. */
  public ScriptBuilder repeating() {
    repeat = true;
    return this;
  }

  public Script build() {
    return new Script(turns.stream().map(Draft::turn).toList(), wordDelayMs, repeat);
  }

  private Draft begin() {
    turns.add(new Draft());
    return current();
  }

  private Draft current() {
    if (turns.isEmpty()) {
      throw new IllegalStateException("no turn has begun: start with says, calls or fails");
    }
    return turns.getLast();
  }

  private static final class Draft {
    private long delayMs;
    private String reasoning;
    private String text;
    private final List<Turn.Call> calls = new ArrayList<>();
    private Turn.Failure error;
    private TokenUsage usage;
    private StopReason stopReason;
    private final List<ContentBlock> content = new ArrayList<>(0);
    private ObjectNode metadata;
    private boolean tellsReceived;

    private Turn turn() {
      List<Turn.Call> attached =
          calls.stream()
              .map(each -> new Turn.Call(each.id(), each.name(), each.arguments(), metadata))
              .toList();
      return new Turn(
          delayMs,
          reasoning,
          text,
          attached,
          error,
          usage,
          stopReason,
          content,
          metadata,
          tellsReceived);
    }
  }
}
