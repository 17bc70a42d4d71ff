package io.awaken.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;

/** Finds a free port offset for a server that listens on several ports. */
final class FreePorts {

  /** Ports of standalone-full.xml: HTTP, HTTPS, management, IIOP. */
  private static final int[] WILDFLY = {8080, 8443, 9990, 3528, 3529};

  private static final int FIRST = 11_000;
  private static final int LAST = 19_000;
  private static final int STEP = 100;

  /** Depends on the process: concurrent tests start servers whose ports are not bound yet. */
  private static int next = FIRST + (int) (ProcessHandle.current().pid() % (LAST - FIRST));

  private FreePorts() {}

  /** Returns an offset whose ports are free; no other caller gets it. */
  static synchronized int offset() {
    int free =
        IntStream.iterate(next, offset -> offset < LAST + FIRST, offset -> offset + STEP)
            .filter(offset -> IntStream.of(WILDFLY).allMatch(port -> isFree(port + offset)))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no free ports"));
    next = free + STEP > LAST ? FIRST : free + STEP;
    return free;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException inUse) {
      return false;
    }
  }
}
