package io.awaken.process;

import io.awaken.fixture.RawHttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One address for several nodes, like a load balancer: passes each request to the node that it
 * leads to, and the answer back as it comes.
 */
final class Gateway implements AutoCloseable {

  private static final int BUFFER = 8192;

  private final RawHttpServer server = RawHttpServer.answering(this::pass);
  private volatile int node;

  String url() {
    return server.baseUrl();
  }

  /** Passes later requests to the node with this port. */
  void leadTo(int port) {
    node = port;
  }

  /** The node is asked to end the connection with its answer, so that nothing here reads HTTP. */
  private void pass(RawHttpServer.Connection client) throws IOException {
    String head = client.request().head().replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    try (Socket to = new Socket(InetAddress.getLoopbackAddress(), node)) {
      to.getOutputStream().write((head + client.request().body()).getBytes(StandardCharsets.UTF_8));
      InputStream answer = to.getInputStream();
      byte[] some = new byte[BUFFER];
      for (int read = answer.read(some); read >= 0; read = answer.read(some)) {
        client.bytes(Arrays.copyOf(some, read));
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
