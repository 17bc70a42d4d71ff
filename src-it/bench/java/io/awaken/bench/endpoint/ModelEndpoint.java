package io.awaken.bench.endpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Serves model answers on a free loopback port. Prints the port as its first line, and exits at the
 * end of its standard input, that is, when its parent process ends.
 */
public final class ModelEndpoint {

  private static final int BACKLOG = 4096;
  private static final int READ_BUFFER = 256 * 1024;

  private final Selector selector = Selector.open();
  private final ServerSocketChannel server = ServerSocketChannel.open();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BUFFER);
  private final Answers answers = new Answers();
  private final PacedStreams paced = new PacedStreams(this::token);
  private final Set<EndpointConnection> waiting = new LinkedHashSet<>();

  private ModelEndpoint() throws IOException {
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
  }

  /**
   * Opens the port and serves it.
   *
   * @param arguments none
   * @throws IOException if no socket can be opened
   */
  public static void main(String[] arguments) throws IOException {
    var endpoint = new ModelEndpoint();
    System.out.println(endpoint.server.socket().getLocalPort());
    Thread.ofPlatform().daemon().start(ModelEndpoint::endWithInput);
    endpoint.serve();
  }

  private static void endWithInput() {
    try {
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (IOException e) {
      // Same as the end of the input.
    }
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws IOException {
    while (true) {
      // While tokens are streamed, the wheel turns every millisecond.
      selector.select(this::ready, paced.isEmpty() ? 0 : 1);
      paced.run();
    }
  }

  private void ready(SelectionKey key) {
    if (key.isAcceptable()) {
      accept();
      return;
    }
    var connection = (EndpointConnection) key.attachment();
    try {
      if (key.isWritable()) {
        connection.writeHeld();
      }
      if (key.isReadable()) {
        read(connection);
      }
    } catch (IOException e) {
      forget(connection);
    }
  }

  private void accept() {
    try {
      for (SocketChannel next = server.accept(); next != null; next = server.accept()) {
        next.configureBlocking(false);
        next.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = next.register(selector, SelectionKey.OP_READ);
        key.attach(new EndpointConnection(next, key));
      }
    } catch (IOException e) {
      System.err.println("The endpoint could not accept a connection: " + e.getMessage());
    }
  }

  private void read(EndpointConnection connection) throws IOException {
    if (!connection.read(buffer)) {
      forget(connection);
      return;
    }
    for (var next = connection.take(); next != null; next = connection.take()) {
      answer(connection, next);
    }
  }

  private void answer(EndpointConnection connection, EndpointConnection.Request request)
      throws IOException {
    if (request.line().startsWith("POST /release")) {
      release();
      connection.write(Answers.RELEASED);
      return;
    }
    Behaviour behaviour = Behaviour.of(request.body());
    switch (behaviour.kind()) {
      case CALL -> connection.write(Answers.CALL);
      case DELEGATE -> connection.write(Answers.DELEGATE);
      case TEXT -> connection.write(Answers.TEXT);
      case STREAM -> {
        connection.write(Answers.OPEN);
        connection.beginStream(behaviour.tokens());
        paced.add(connection);
      }
      case IDLE -> {
        connection.write(Answers.OPEN);
        waiting.add(connection);
      }
    }
  }

  private void release() {
    List<EndpointConnection> all = List.copyOf(waiting);
    waiting.clear();
    for (EndpointConnection connection : all) {
      try {
        connection.write(Answers.LATE_TEXT);
      } catch (IOException e) {
        connection.close();
      }
    }
  }

  private void token(EndpointConnection stream, long now) {
    if (stream.streamOver()) {
      return;
    }
    try {
      stream.write(answers.token(now));
      stream.countToken();
      if (stream.streamOver()) {
        stream.write(Answers.END);
      }
    } catch (IOException e) {
      forget(stream);
    }
  }

  private void forget(EndpointConnection connection) {
    waiting.remove(connection);
    connection.close();
  }
}
