package io.awaken.protocol.agui.event;

import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamWatch;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The stream of one reader of one run of the protocol. To be used for one stream.
 *
 * <p>A reader that comes back goes on behind the frame that it names. Where it has something that
 * was never committed and that the server cannot take back, its run ends with {@code RUN_ERROR} of
 * the code {@code reset}, and the reader reads from the beginning.
 */
public final class AguiEncoding implements StreamEncoding {

  /**
   * What a reader reads.
   *
   * @param names what the client calls it
   * @param start sequence number of the last event before this run of the protocol; 0 where it
   *     begins with the run of the server
   * @param place what the reader has
   * @param history the messages before those of the run
   * @param known calls whose results the client sent
   * @param snapshot whether the reader gets the messages before the run first, since it may have
   *     others
   */
  public record Reading(
      RunNames names,
      long start,
      Place place,
      History history,
      Set<String> known,
      boolean snapshot) {

    public Reading {
      known = Set.copyOf(known);
    }

    /** The reader of a request, which has the messages before the run. */
    public Reading(RunNames names, long start, Place place, History history, Set<String> known) {
      this(names, start, place, history, known, false);
    }

    /** Whether the reader has something of the run. */
    boolean returning() {
      return place.from().sequence() > start || place.frames() > 0;
    }
  }

  private final Reading reading;
  private final Consumer<StreamWatch.End> whenEnded;
  private final Connection connection;

  /** Ignores the end of the stream. */
  public AguiEncoding(Reading reading) {
    this(reading, end -> {});
  }

  /**
   * @param whenEnded receives how the stream ended; must neither block nor throw
   */
  public AguiEncoding(Reading reading, Consumer<StreamWatch.End> whenEnded) {
    this.reading = reading;
    this.whenEnded = whenEnded;
    this.connection = new Connection(reading.returning());
  }

  @Override
  public StreamEncoder encoder(RunId run) {
    return new AguiEncoder(run, reading, connection);
  }

  @Override
  public boolean stateful() {
    return true;
  }

  @Override
  public void ended(StreamWatch.End why) {
    whenEnded.accept(why);
  }
}
