package io.awaken.http.stream;

import io.awaken.http.stream.StreamWatch.End;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

/** What a reader brings, written by an encoder without state. */
final class EncodedStream implements FrameSource {

  private final StreamReader reader;
  private final Consumer<Runnable> start;
  private final StreamEncoder encoder;
  private boolean begun;
  private boolean ended;
  private End last = End.COMPLETE;

  /**
   * @param start begins to read, given what wakes the writer
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
      last = item.end();
      return true;
    }
    if (ended || !reader.finished()) {
      return false;
    }
    ended = true;
    encoder.end(out);
    return true;
  }

  @Override
  public boolean finished() {
    return ended;
  }

  @Override
  public End end() {
    return last;
  }

  @Override
  public void quiet() {
    reader.quiet();
  }

  @Override
  public void reconnect() {
    reader.reconnect();
  }

  @Override
  public void close() {
    reader.close();
  }

  @Override
  public String what() {
    return reader.what();
  }
}
