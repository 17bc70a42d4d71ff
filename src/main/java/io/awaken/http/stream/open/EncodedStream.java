package io.awaken.http.stream.open;

import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.read.StreamReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

/** A reader's items, written by an encoder without state. */
final class EncodedStream extends ReadStream {

  private final StreamReader reader;
  private final Consumer<Runnable> start;
  private final StreamEncoder encoder;
  private boolean begun;

  /**
   * @param start starts reading; receives the callback that wakes the writer
   */
  EncodedStream(StreamReader reader, Consumer<Runnable> start, StreamEncoder encoder) {
    this.reader = reader;
    this.start = start;
    this.encoder = encoder;
  }

  @Override
  public void start(Runnable wake) {
    start.accept(wake);
  }

  @Override
  public boolean next(OutputStream out) throws IOException {
    if (!begun) {
      begun = true;
      encoder.begin(out);
    }
    StreamItem item = reader.next();
    if (item != null) {
      encoder.encode(item, out);
      wrote(item);
      return true;
    }
    if (finished() || !reader.finished()) {
      return false;
    }
    endNow();
    encoder.end(out);
    return true;
  }

  @Override
  StreamReader reader() {
    return reader;
  }
}
