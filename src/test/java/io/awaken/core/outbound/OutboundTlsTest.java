package io.awaken.core.outbound;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.outbound.Connector.AddressPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS to a checked address still uses the name. */
@Timeout(60)
class OutboundTlsTest {

  private static final String NAME = "checked.example";
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  @TempDir static Path folder;
  private static TlsFixture tls;

  private final LinkedBlockingQueue<List<SNIServerName>> asked = new LinkedBlockingQueue<>();

  @BeforeAll
  static void certificate() throws Exception {
    tls = TlsFixture.of(folder, NAME);
  }

  @Test
  void theCertificateIsChosenAndCheckedByName() throws Exception {
    try (var server = server();
        var client = client(tls.client(), Duration.ofSeconds(10), ConnectionRoute::direct)) {
      for (int i = 0; i < 2; i++) {
        assertThat(status(client, NAME, server.port())).isEqualTo(200);
      }

      assertThat(asked.take()).hasToString("[type=host_name (0), value=" + NAME + "]");
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.heads().getFirst()).contains("\r\nHost: " + NAME + ":" + server.port());
    }
  }

  @Test
  void aCertificateOfAnotherNameIsRefused() throws Exception {
    try (var server = server();
        var client = client(tls.client(), Duration.ofSeconds(10), ConnectionRoute::direct)) {
      assertThatThrownBy(() -> status(client, "other.example", server.port()))
          .hasCauseInstanceOf(SSLException.class);
      assertThat(server.heads()).isEmpty();
    }
  }

  @Test
  void aCertificateThatIsNotTrustedIsRefused() throws Exception {
    try (var server = server();
        var client =
            client(OutboundHttp.defaultTls(), Duration.ofSeconds(10), ConnectionRoute::direct)) {
      assertThatThrownBy(() -> status(client, NAME, server.port()))
          .hasCauseInstanceOf(SSLException.class);
      assertThat(server.heads()).isEmpty();
    }
  }

  @Test
  void aHandshakeThatIsNotAnsweredIsATimeout() throws Exception {
    try (var silent = new java.net.ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var client = client(tls.client(), Duration.ofMillis(300), ConnectionRoute::direct)) {
      assertThatThrownBy(() -> status(client, NAME, silent.getLocalPort()))
          .isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void aStreamOfManyPiecesArrivesWhole() throws Exception {
    String body = "0123456789abcdef".repeat(5_000);
    try (var server =
            KeepingServer.of(
                tls.server().getServerSocketFactory(),
                (head, connection) ->
                    connection
                        .getOutputStream()
                        .write(
                            ("HTTP/1.1 200 OK\r\nContent-Length: 80000\r\n\r\n" + body)
                                .getBytes(US_ASCII)));
        var client = client(tls.client(), Duration.ofSeconds(10), ConnectionRoute::direct);
        var call = client.open(get(NAME, server.port()), LONG, 100_000)) {
      call.head();
      var text = new StringBuilder();
      for (ByteBuffer next = call.read(); next != null; next = call.read()) {
        text.append(US_ASCII.decode(next));
      }
      assertThat(text).hasToString(body);
    }
  }

  @Test
  void aProxyTunnelsTheHandshakeByName() throws Exception {
    try (var server = server();
        var proxy = tunnel(server.port());
        var client =
            client(
                tls.client(),
                Duration.ofSeconds(10),
                address -> via(ConnectionRoute.direct(address), proxy.port()))) {
      assertThat(status(client, NAME, 443)).isEqualTo(200);
      assertThat(proxy.heads().getFirst())
          .startsWith("CONNECT " + NAME + ":443 HTTP/1.1\r\n")
          .contains("Host: " + NAME + ":443\r\n");
      assertThat(server.heads().getFirst()).contains("Host: " + NAME);
    }
  }

  @Test
  void aProxyThatRefusesIsAnError() throws Exception {
    try (var proxy =
            KeepingServer.saying(
                "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
        var client =
            client(
                tls.client(),
                Duration.ofSeconds(10),
                address -> via(ConnectionRoute.direct(address), proxy.port()))) {
      assertThatThrownBy(() -> status(client, NAME, 443))
          .hasMessage("no answer: the proxy refused the connection (407)");
    }
  }

  @Test
  void aProxyOfPlainHttpGetsTheWholeAddress() throws Exception {
    try (var proxy = KeepingServer.saying(KeepingServer.OK);
        var client =
            client(
                tls.client(),
                Duration.ofSeconds(10),
                address -> via(ConnectionRoute.direct(address), proxy.port()));
        var call =
            client.open(
                OutboundRequest.get(URI.create("http://plain.example/a?b"), Map.of()), LONG, 10)) {
      assertThat(call.head().status()).isEqualTo(200);
      assertThat(proxy.heads().getFirst())
          .startsWith("GET http://plain.example:80/a?b HTTP/1.1\r\nHost: plain.example\r\n");
    }
  }

  private KeepingServer server() {
    return KeepingServer.of(
        tls.server().getServerSocketFactory(),
        (head, connection) -> {
          var session = (ExtendedSSLSession) ((SSLSocket) connection).getSession();
          asked.add(session.getRequestedServerNames());
          connection.getOutputStream().write(KeepingServer.OK.getBytes(US_ASCII));
        });
  }

  /** Lets one client through to a port. */
  private static KeepingServer tunnel(int port) {
    return KeepingServer.answering(
        (head, client) -> {
          client.getOutputStream().write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(US_ASCII));
          var server = new Socket(InetAddress.getLoopbackAddress(), port);
          THREADS.execute(() -> copy(server, client));
          copy(client, server);
        });
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side has closed.
    }
  }

  private static ConnectionRoute via(ConnectionRoute direct, int port) {
    return new ConnectionRoute(
        direct.secure(), direct.host(), direct.port(), new ConnectionRoute.Via("127.0.0.1", port));
  }

  private static OutboundHttp client(
      SSLContext trust, Duration patience, Function<URI, ConnectionRoute> routes) {
    return new OutboundHttp(
        new Connector(
            host -> List.of(InetAddress.getLoopbackAddress()),
            AddressPolicy.ANY,
            trust,
            THREADS,
            patience),
        routes);
  }

  private static int status(OutboundHttp client, String host, int port) throws Exception {
    try (var call = client.open(get(host, port), LONG, 100)) {
      int status = call.head().status();
      while (call.read() != null) {
        // To the end, so that the connection is reused.
      }
      return status;
    }
  }

  private static OutboundRequest get(String host, int port) {
    return OutboundRequest.get(URI.create("https://" + host + ":" + port + "/"), Map.of());
  }
}
