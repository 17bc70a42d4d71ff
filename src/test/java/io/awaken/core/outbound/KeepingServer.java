package io.awaken.core.outbound;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;

/** A loopback server that keeps connections and answers each request with the same bytes. */
final class KeepingServer implements AutoCloseable {

  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /** Writes the answer to a request. */
  @FunctionalInterface
  interface Answer {
    void write(String head, Socket client) throws IOException;
  }

  private final ServerSocket socket;
  private final Answer answer;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final List<Integer> connections = new CopyOnWriteArrayList<>();

  private KeepingServer(ServerSocket socket, Answer answer) {
    this.socket = socket;
    this.answer = answer;
    Thread.ofVirtual().start(this::accept);
  }

  static KeepingServer saying(String answer) {
    return answering(
        (head, client) ->
            client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1)));
  }

  static KeepingServer answering(Answer answer) {
    return of(ServerSocketFactory.getDefault(), answer);
  }

  static KeepingServer of(ServerSocketFactory sockets, Answer answer) {
    try {
      ServerSocket socket = sockets.createServerSocket();
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      return new KeepingServer(socket, answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  List<String> heads() {
    return heads;
  }

  /** All connections so far. */
  int connections() {
    return connections.size();
  }

  /** Currently open connections. */
  int open() {
    return clients.size();
  }

  /** Closes the connections that clients keep. */
  void closeConnections() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        clients.add(client);
        connections.add(client.getPort());
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        // Closed, or the client disconnected.
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      var in = new BufferedInputStream(client.getInputStream());
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        heads.add(head);
        int length = head.toLowerCase().contains("content-length: ") ? length(head) : 0;
        in.readNBytes(length);
        answer.write(head, client);
        client.getOutputStream().flush();
      }
    } catch (IOException e) {
      // The client disconnected.
    } finally {
      clients.remove(client);
    }
  }

  private static int length(String head) {
    String from = head.toLowerCase().split("content-length: ")[1];
    return Integer.parseInt(from.substring(0, from.indexOf('\r')));
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        return "";
      }
      head.append((char) c);
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    closeConnections();
  }
}
