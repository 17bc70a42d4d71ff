package io.awaken.bench.load;

/** Hears one response as it arrives, on the load's thread. */
interface ResponseListener {

  /** The status line and headers are there. */
  void head(int status);

  /**
   * One line of the body without its end.
   *
   * @param now when its last byte was read
   */
  void line(byte[] bytes, int from, int to, long now);

  /** The response is complete. */
  void end(long now);

  /** There will be no more of it. */
  void failed(String reason);
}
