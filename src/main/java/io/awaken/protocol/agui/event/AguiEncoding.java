package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The stream of one reader of one protocol run. For one stream.
 *
 * <p>A reconnecting reader continues after the frame that it names. If it has uncommitted events
 * that the server cannot take back, its run ends with {@code RUN_ERROR} and the code {@code reset};
 * the reader then starts over.
 */
public final class AguiEncoding implements StreamEncoding {

  /**
   * The position and context of a reader.
   *
   * @param names the client's ids
   * @param start sequence number of the last event before this protocol run; 0 if it begins with
   *     the server's run
   * @param place the reader's position
   * @param history the messages before the run
   * @param known calls whose results the client sent
   * @param snapshot whether the reader first gets the messages before the run, because it may have
   *     others
   * @param state the stored state by key name for such a reader; null for none
   * @param decided ids of the suspensions that have a decision on which the run has not acted,
   *     because it waits for others
   */
  public record Reading(
      RunNames names,
      long start,
      FramePosition place,
      EarlierMessages history,
      Set<String> known,
      boolean snapshot,
      JsonNode state,
      Set<String> decided) {

    public Reading {
      known = Set.copyOf(known);
      decided = Set.copyOf(decided);
    }

    /** The reader of a request, which already has the messages before the run. */
    public Reading(
        RunNames names,
        long start,
        FramePosition place,
        EarlierMessages history,
        Set<String> known) {
      this(names, start, place, history, known, false, null, Set.of());
    }

    /** Whether the reader has part of the run. */
    boolean returning() {
      return place.from().sequence() > start || place.frames() > 0;
    }
  }

  private final Reading reading;
  private final Consumer<StreamEnd> whenEnded;
  private final Connection connection;

  /** Ignores the end of the stream. */
  public AguiEncoding(Reading reading) {
    this(reading, end -> {});
  }

  /**
   * @param whenEnded receives how the stream ended; must neither block nor throw
   */
  public AguiEncoding(Reading reading, Consumer<StreamEnd> whenEnded) {
    this.reading = reading;
    this.whenEnded = whenEnded;
    this.connection = new Connection(reading.returning());
  }

  /** The whole stream of a run that was not started: {@code RUN_STARTED} and {@code RUN_ERROR}. */
  public static byte[] refused(RunNames names, String code, String message) {
    var out = new ByteArrayOutputStream();
    var events = new EventWriter(FramePosition.START);
    events.withoutId(out);
    try {
      AguiEncoder.runStarted(names, null, events);
      events.texts("RUN_ERROR", "message", message, "code", code);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @Override
  public StreamEncoder encoder(RunId run) {
    return new AguiEncoder(run, reading, connection);
  }

  @Override
  public boolean stateful() {
    return true;
  }

  /** Only clients of 1.0 know sub-agents. */
  @Override
  public DelegatePlaces delegates() {
    return reading.names().dialect().current() ? reading.place().delegates() : null;
  }

  @Override
  public void ended(StreamEnd why) {
    whenEnded.accept(why);
  }

  /**
   * The state of one connection, shared by all encoders that write to it. For one thread at a time.
   */
  static final class Connection {

    private boolean begun;
    private boolean wrote;
    private Set<String> subagents;
    private boolean ended;

    /**
     * @param returning whether the reader has the start of its run
     */
    Connection(boolean returning) {
      begun = returning;
      wrote = !returning;
    }

    /** Whether the start of the run must be written; false after the first call. */
    boolean begin() {
      boolean first = !begun;
      begun = true;
      return first;
    }

    /** Records that something was written. */
    void wrote() {
      wrote = true;
    }

    /** Whether the server knows what is open on the wire. */
    boolean known() {
      return wrote;
    }

    /**
     * Discards what the reader got after a commit.
     *
     * @param active sub-agents that are active for the reader
     */
    void reset(Set<String> active) {
      subagents = active;
    }

    /** The active sub-agents of the previous encoder if its output was discarded; else null. */
    Set<String> takeReset() {
      Set<String> taken = subagents;
      subagents = null;
      return taken;
    }

    /** Stops writing. */
    void end() {
      ended = true;
    }

    boolean ended() {
      return ended;
    }
  }
}
