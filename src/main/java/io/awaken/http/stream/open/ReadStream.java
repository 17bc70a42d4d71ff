package io.awaken.http.stream.open;

import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.read.StreamReader;
import io.awaken.http.stream.write.FrameSource;

/** The stream of one reader: how it ended, and what its writer passes on to the reader. */
abstract class ReadStream implements FrameSource {

  private boolean ended;
  private StreamEnd last = StreamEnd.COMPLETE;

  /** The reader whose items are written now; accessed by any thread. */
  abstract StreamReader reader();

  /** Records a written item, which determines how the stream ends if it ends now. */
  final void wrote(StreamItem item) {
    last = item.end();
  }

  /** Ends the stream without further items. */
  final void endNow() {
    ended = true;
  }

  @Override
  public final boolean finished() {
    return ended;
  }

  @Override
  public final StreamEnd end() {
    return last;
  }

  @Override
  public final void quiet() {
    reader().quiet();
  }

  @Override
  public void reconnect() {
    reader().reconnect();
  }

  @Override
  public void close() {
    reader().close();
  }

  @Override
  public final String what() {
    return reader().what();
  }
}
