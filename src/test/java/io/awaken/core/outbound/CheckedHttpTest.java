package io.awaken.core.outbound;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.outbound.Connector.NameResolver;
import io.awaken.fixture.Attacks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CheckedHttpTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final GuardedLimits LIMITS = GuardedLimits.of(LONG, 1_000);
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final List<String> lookUps = new ArrayList<>();

  @Test
  @Attacks("S20")
  void aNameThatResolvesToAPrivateAddressLaterIsNotReached() throws Exception {
    var turn = new AtomicInteger();
    NameResolver rebinding = host -> List.of(turn.getAndIncrement() == 0 ? publicAddress() : HERE);
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var http = client(rules(server), rebinding)) {
      URI address = at("rebound.example", server);
      http.check(address);
      rebinding.resolve("rebound.example");

      assertThatThrownBy(() -> status(http, address))
          .isInstanceOf(AddressRefused.class)
          .hasMessage(
              "rebound.example is not a host of the public network; the server's setting"
                  + " awaken.outbound.allow would allow it with the entry rebound.example");
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  @Attacks("S20")
  void theConnectionIsMadeToTheAddressThatWasChecked() throws Exception {
    var turn = new AtomicInteger();
    NameResolver rebinding =
        host -> List.of(turn.getAndIncrement() == 0 ? HERE : InetAddress.getByName("10.0.0.1"));
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var http = client(rules(server, "127.0.0.1"), resolving(rebinding))) {
      assertThat(status(http, at("checked.example", server))).isEqualTo(200);

      assertThat(lookUps).containsExactly("checked.example");
      assertThat(server.heads().getFirst()).contains("Host: checked.example:" + server.port());
    }
  }

  @Test
  void anAddressThatIsRefusedIsNotLookedUp() throws Exception {
    try (var http =
        client(
            TargetRules.of(false, List.of("443"), List.of()), resolving(host -> List.of(HERE)))) {
      assertThatThrownBy(() -> status(http, URI.create("https://hooks.example:22/")))
          .isInstanceOf(AddressRefused.class);
      assertThat(lookUps).isEmpty();
    }
  }

  @Test
  @Attacks("S21")
  void withoutFollowingARedirectIsTheResponse() throws Exception {
    try (var server = redirecting("http://169.254.169.254/latest");
        var http = client(rules(server, "hooks.example"), resolving(host -> List.of(HERE)))) {
      assertThat(status(http, at("hooks.example", server))).isEqualTo(302);
      assertThat(lookUps).containsExactly("hooks.example");
    }
  }

  @ParameterizedTest
  @Attacks("S21")
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest",
        "http://[::1]/",
        "http://localhost/",
        "http://inside.example/",
        "http://user@hooks.example/",
        "file:///etc/passwd",
        "http://hooks.example:22/",
        "http://",
        "http://a b/",
        "mailto:a@b.example"
      })
  void aRedirectIsCheckedAsTheFirstAddressWas(String location) throws Exception {
    try (var server = redirecting(location);
        var http = client(rules(server, "hooks.example"), resolving(host -> List.of(HERE)))) {
      var call =
          http.open(
              OutboundRequest.get(at("hooks.example", server), Map.of()), LIMITS.following(3));
      try (call) {
        assertThatThrownBy(call::head).isInstanceOf(AddressRefused.class);
      }
      assertThat(server.heads()).hasSize(1);
    }
  }

  @Test
  void redirectsAreFollowedUpToTheirNumber() throws Exception {
    try (var server = redirecting("/again");
        var http = client(rules(server, "hooks.example"), host -> List.of(HERE));
        var call =
            http.open(
                OutboundRequest.get(at("hooks.example", server), Map.of()), LIMITS.following(3))) {
      assertThatThrownBy(call::head).hasMessage("more than 3 redirects");
      assertThat(server.heads()).hasSize(4);
      assertThat(server.heads().getLast()).startsWith("GET /again ");
    }
  }

  @ParameterizedTest
  @CsvSource({"301, GET", "302, GET", "303, GET", "307, POST", "308, POST"})
  void aRedirectDoesNotForwardHeadersToAnotherServer(int status, String method) throws Exception {
    try (var second = KeepingServer.saying(KeepingServer.OK);
        var first = redirecting(status, "http://second.example:" + second.port() + "/b");
        var http =
            client(
                TargetRules.of(
                    true,
                    List.of(String.valueOf(first.port()), String.valueOf(second.port())),
                    List.of("*.example")),
                host -> List.of(HERE));
        var call =
            http.open(
                OutboundRequest.post(
                    at("first.example", first),
                    Map.of("Authorization", "canary", "X-Key", "canary", "Accept", "text/plain"),
                    "{}".getBytes(US_ASCII)),
                LIMITS.following(1))) {
      assertThat(call.head().status()).isEqualTo(200);

      assertThat(first.heads().getFirst()).contains("canary");
      assertThat(second.heads().getFirst())
          .startsWith(method + " /b HTTP/1.1")
          .contains("Accept: text/plain")
          .doesNotContain("canary");
    }
  }

  @Test
  @Attacks("S21")
  void aTooLargeOrEndlessResponseIsAborted() throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
                  byte[] piece = new byte[1_000];
                  while (!head.contains("/slow")) {
                    client.getOutputStream().write(piece);
                  }
                });
        var http = client(rules(server, "hooks.example"), host -> List.of(HERE))) {
      try (var call = http.open(get(server, "/large"), LIMITS)) {
        call.head();
        assertThatThrownBy(() -> readAll(call)).hasMessage("answer has more than 1000 bytes");
      }
      var short_ = GuardedLimits.of(Duration.ofMillis(600), 1_000);
      try (var call = http.open(get(server, "/slow"), short_)) {
        call.head();
        assertThatThrownBy(() -> readAll(call)).isInstanceOf(HttpTimeoutException.class);
      }
    }
  }

  @Test
  @Attacks("S21")
  void aSlowResponseIsAbortedAtItsTimeLimit() throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  client.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII));
                  while (true) {
                    client.getOutputStream().write("X".getBytes(US_ASCII));
                    Thread.yield();
                  }
                });
        var http = client(rules(server, "hooks.example"), host -> List.of(HERE));
        var call = http.open(get(server, "/"), GuardedLimits.of(Duration.ofMillis(300), 1 << 30))) {
      assertThatThrownBy(call::head).isInstanceOf(IOException.class);
    }
  }

  @Test
  void closingFromAnotherThreadEndsTheCall() throws Exception {
    var asked = new CompletableFuture<Void>();
    try (var server = KeepingServer.answering((head, client) -> asked.complete(null));
        var http = client(rules(server, "hooks.example"), host -> List.of(HERE))) {
      var call = http.open(get(server, "/"), LIMITS);
      asked.thenRun(call::close);

      assertThatThrownBy(call::head).hasMessage("call was closed");
    }
  }

  private static InetAddress publicAddress() throws UnknownHostException {
    return InetAddress.getByName("1.1.1.1");
  }

  private NameResolver resolving(NameResolver names) {
    return host -> {
      lookUps.add(host);
      return names.resolve(host);
    };
  }

  private static CheckedHttp client(TargetRules rules, NameResolver names) {
    return CheckedHttp.of(rules, names, THREADS, LONG);
  }

  private static TargetRules rules(KeepingServer server, String... allowed) {
    return TargetRules.of(true, List.of("80", String.valueOf(server.port())), List.of(allowed));
  }

  private static KeepingServer redirecting(String location) {
    return redirecting(302, location);
  }

  private static KeepingServer redirecting(int status, String location) {
    return KeepingServer.saying(
        "HTTP/1.1 " + status + " There\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
  }

  private static URI at(String host, KeepingServer server) {
    return URI.create("http://" + host + ":" + server.port() + "/");
  }

  private static OutboundRequest get(KeepingServer server, String path) {
    return OutboundRequest.get(at("hooks.example", server).resolve(path), Map.of());
  }

  private static int status(CheckedHttp http, URI address) throws Exception {
    try (var call = http.open(OutboundRequest.get(address, Map.of()), LIMITS)) {
      return call.head().status();
    }
  }

  private static void readAll(OutboundCall call) throws Exception {
    while (call.read() != null) {
      // The content is irrelevant.
    }
  }
}
