package io.awaken.chaos.bed;

import java.io.IOException;

/** Sends POSIX signals to processes. */
final class Signals {

  private Signals() {}

  /**
   * @param signal the name without SIG
   */
  static void send(long pid, String signal) throws IOException, InterruptedException {
    int exit =
        new ProcessBuilder("kill", "-" + signal, String.valueOf(pid)).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IOException("kill -" + signal + " " + pid + " failed");
    }
  }
}
