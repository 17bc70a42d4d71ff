package io.awaken.http.stream.read;

/** Supplies the items of one run, from where the reader begins. */
public interface RunSource extends StreamReader {

  /**
   * Starts reading.
   *
   * @param wakeWriter called by any thread when there is something to write
   * @param fresh whether the run was just accepted on this node
   */
  void start(Runnable wakeWriter, boolean fresh);

  /**
   * Whether the items of the run are read only to restore an encoder: meanwhile delegates wait,
   * whose items may be new to the reader. False at first.
   */
  default void restoring(boolean now) {}
}
