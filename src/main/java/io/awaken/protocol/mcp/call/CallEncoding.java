package io.awaken.protocol.mcp.call;

import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamWatch;
import java.util.function.Consumer;

/**
 * The stream that answers one agent call: progress, questions and the response as its last message.
 * For one stream.
 */
public final class CallEncoding implements StreamEncoding {

  private final CallReading reading;
  private final Consumer<StreamWatch.End> whenEnded;
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
  public CallEncoding(CallReading reading, Consumer<StreamWatch.End> whenEnded) {
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
  public void ended(StreamWatch.End why) {
    whenEnded.accept(why);
  }
}
