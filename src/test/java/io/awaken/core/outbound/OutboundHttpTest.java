package io.awaken.core.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.outbound.Connector.NameResolver;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests, responses and the connections that they use. */
class OutboundHttpTest extends OutboundCalls {

  @Test
  void aRequestIsSentUnchangedAndItsResponseRead() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var call =
            http.open(
                OutboundRequest.post(
                    at(server, "/a%20b?c=d%26e"),
                    Map.of("X-Name", "Zürich"),
                    "body".getBytes(UTF_8)),
                LONG,
                100)) {
      assertThat(call.head().status()).isEqualTo(200);
      assertThat(text(call)).isEqualTo("ok");
      assertThat(server.heads().getFirst())
          .startsWith("POST /a%20b?c=d%26e HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n")
          .contains("\r\nX-Name: Zürich\r\n", "\r\nContent-Length: 4\r\n")
          .doesNotContain("Accept-Encoding", "Cookie", "Connection", "Expect");
    }
  }

  /** A local provider is called without a thread for name resolution. */
  @Test
  void anAddressInTextIsNotLookedUp() throws Exception {
    NameResolver none =
        host -> {
          throw new UnknownHostException(host);
        };
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var client = client(none, LONG);
        var call = client.open(OutboundRequest.get(at(server, "/"), Map.of()), LONG, 100)) {
      assertThat(call.head().status()).isEqualTo(200);
    }
  }

  /** A model may be slow; the short timeout at the end of the previous call must not apply. */
  @Test
  void aReusedConnectionWaitsAsLongAsANewOne() throws Exception {
    try (var server =
        KeepingServer.answering(
            (head, client) -> {
              LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
              client.getOutputStream().write(KeepingServer.OK.getBytes(UTF_8));
            })) {
      for (int i = 0; i < 2; i++) {
        try (var call = open(server, LONG, 100)) {
          assertThat(call.head().status()).isEqualTo(200);
          call.read();
          call.finish();
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void connectionsAreReusedAfterTheirResponseWasRead() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK)) {
      for (int i = 0; i < 5; i++) {
        read(server);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aConnectionClosedByTheServerIsNotReused() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK)) {
      read(server);
      server.closeConnections();
      until(() -> server.open() == 0);

      read(server);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  /** Each connection serves one request; the second one finds it closed. */
  private static KeepingServer closingWhenUsedAgain() {
    Set<Socket> answered = ConcurrentHashMap.newKeySet();
    return KeepingServer.answering(
        (head, client) -> {
          if (answered.add(client)) {
            client.getOutputStream().write(KeepingServer.OK.getBytes(UTF_8));
          } else {
            client.close();
          }
        });
  }

  @Test
  void aGetWhoseReusedConnectionEndsIsSentAgainOverANewOne() throws Exception {
    try (var server = closingWhenUsedAgain()) {
      read(server);
      read(server);
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.heads()).hasSize(3);
    }
  }

  @Test
  void aPostWhoseReusedConnectionEndsIsNotSentAgain() throws Exception {
    try (var server = closingWhenUsedAgain()) {
      read(server);
      var post = OutboundRequest.post(at(server, "/"), Map.of(), "body".getBytes(UTF_8));
      try (var call = http.open(post, LONG, 100)) {
        assertThatThrownBy(call::head).isInstanceOf(IOException.class);
      }
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.heads()).hasSize(2);
    }
  }

  @Test
  void aConnectionWithSurplusBytesIsNotReused() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK + "HTTP/1.1 200 Smuggled\r\n\r\n")) {
      read(server);
      read(server);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void anIdleConnectionIsClosedAtTheSecondSweep() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK)) {
      read(server);
      http.closeUnused();
      assertThat(server.open()).isEqualTo(1);

      http.closeUnused();
      until(() -> server.open() == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "close"})
  void aConnectionThatTheServerDoesNotKeepIsClosed(String answer) throws Exception {
    String close = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    try (var server = KeepingServer.saying("close".equals(answer) ? close : answer)) {
      read(server);
      until(() -> server.open() == 0);
    }
  }

  @Test
  void aResponseWithoutABodyEndsAtOnce() throws Exception {
    try (var server = KeepingServer.saying("HTTP/1.1 204 No Content\r\n\r\n")) {
      for (int i = 0; i < 2; i++) {
        try (var call = open(server, LONG, 0)) {
          assertThat(call.head().status()).isEqualTo(204);
          assertThat(call.read()).isNull();
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerOverItsLimitIsRefused() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var call = open(server, LONG, 1)) {
      call.head();
      assertThatThrownBy(call::read)
          .isInstanceOf(IOException.class)
          .hasMessage("answer has more than 1 bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not HTTP\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        ""
      })
  void anAnswerThatIsNotHttpIsAnError(String answer) throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  client.getOutputStream().write(answer.getBytes(UTF_8));
                  client.shutdownOutput();
                });
        var call = open(server, LONG, 100)) {
      assertThatThrownBy(call::head)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("no answer: ");
    }
  }

  @Test
  void aHeadWithoutEndIsRefused() throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  client.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(UTF_8));
                  byte[] line = "X: y\r\n".getBytes(UTF_8);
                  for (int i = 0; i < 10_000; i++) {
                    client.getOutputStream().write(line);
                  }
                });
        var call = open(server, LONG, 100)) {
      assertThatThrownBy(call::head).isInstanceOf(IOException.class);
    }
  }

  @Test
  void everyAddressOfANameIsTried() throws Exception {
    var nowhere = InetAddress.getByName("127.0.0.2");
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var client = client(host -> List.of(nowhere, InetAddress.getLoopbackAddress()), LONG);
        var call = client.open(get("http://two.example:" + server.port() + "/"), LONG, 100)) {
      assertThat(call.head().status()).isEqualTo(200);
      assertThat(server.heads().getFirst()).contains("Host: two.example:" + server.port());
    }
  }

  @Test
  void closedPortsAndUnknownNamesFail() throws Exception {
    // A bound socket that does not listen: no other server can get its port meanwhile.
    try (var closed = new Socket()) {
      closed.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String address = "http://127.0.0.1:" + closed.getLocalPort() + "/";
      try (var call = http.open(get(address), LONG, 100)) {
        assertThatThrownBy(call::head).hasRootCauseInstanceOf(ConnectException.class);
      }
    }
    try (var call = http.open(get("http://no.such.host.invalid/"), LONG, 100)) {
      assertThatThrownBy(call::head)
          .hasMessage("no answer: no address of no.such.host.invalid is known");
    }
  }
}
