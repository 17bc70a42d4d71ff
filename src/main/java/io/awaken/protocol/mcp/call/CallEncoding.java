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
  private final Told told;

  /** Progress sent to the client by all encoders of the stream; guarded by the stream. */
  static final class Told {
    private long progress;

    private Told(long progress) {
      this.progress = progress;
    }

    /** Progress must grow, even after the run returned to its last commit. */
    boolean grows(long sequence) {
      if (sequence <= progress) {
        return false;
      }
      progress = sequence;
      return true;
    }
  }

  /**
   * @param whenEnded receives how the stream ended; must neither block nor throw
   */
  public CallEncoding(CallReading reading, Consumer<StreamWatch.End> whenEnded) {
    this.reading = reading;
    this.whenEnded = whenEnded;
    this.told = new Told(reading.start());
  }

  @Override
  public StreamEncoder encoder(RunId run) {
    return new CallEncoder(run, reading, told);
  }

  @Override
  public boolean stateful() {
    return true;
  }

  @Override
  public boolean outlastsPauses() {
    return reading.asksMeanwhile();
  }

  @Override
  public void ended(StreamWatch.End why) {
    whenEnded.accept(why);
  }
}
