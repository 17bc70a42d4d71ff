package io.awaken.bench.load;

/** Receives one response as it arrives, on the load's thread. */
interface ResponseListener {

  /** The status line and headers have arrived. */
  void head(int status);

  /**
   * A line of the body, without its line end.
   *
   * @param now when its last byte was read
   */
  void line(byte[] bytes, int from, int to, long now);

  /** The response is complete. */
  void end(long now);

  /** The response failed and will not be completed. */
  void failed(String reason);
}
