package io.awaken.http.security;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that breaks off with {@link BodyRefused} at the first byte beyond its limit or time. */
final class LimitedBody extends FilterInputStream {

  private final long limit;
  private final BodyTime time;
  private final long begun;
  private long read;

  LimitedBody(InputStream in, long limit, BodyTime time) {
    super(in);
    this.limit = limit;
    this.time = time;
    this.begun = time.now();
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    count(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int some = super.read(buffer, offset, length);
    count(Math.max(0, some));
    return some;
  }

  @Override
  public long skip(long n) throws IOException {
    long skipped = super.skip(n);
    count(skipped);
    return skipped;
  }

  /** Going back would count bytes twice. */
  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(long more) throws BodyRefused {
    read += more;
    if (read > limit) {
      throw BodyRefused.tooLarge(limit);
    }
    if (time.over(begun)) {
      throw BodyRefused.tooSlow(time.atMost());
    }
  }
}
