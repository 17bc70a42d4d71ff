package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An issuer of JSON Web Tokens changes its key while a server runs. */
@BesideOthers
@Nightly("waits for over a minute on WildFly")
class KeyRotationIT {

  private final Tokens before = new Tokens("before");
  private final Tokens after = new Tokens("after");
  private volatile List<Tokens> published = List.of(before);

  /** Allows the set to be kept for seconds, which Payara heeds. */
  private HttpServer issuer() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var keys = published.stream().map(Tokens::jwk).toList();
          byte[] set = new ObjectMapper().writeValueAsBytes(Map.of("keys", keys));
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.getResponseHeaders().set("Cache-Control", "max-age=5");
          exchange.sendResponseHeaders(200, set.length);
          exchange.getResponseBody().write(set);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static int status(ServerProcess server, Tokens key) throws Exception {
    try (Api caller = new Api(server.port(), key.good("acme", "ben"))) {
      return caller.status("v1/agents");
    }
  }

  @Test
  void aNewKeyIsAcceptedWithinMinutesAlsoAfterTokensOfUnknownKeys() throws Exception {
    HttpServer issuer = issuer();
    Workplace at = Workplace.of(getClass());
    at.documents().agent("quick", 0, Turns.says("Hello."));
    Map<String, String> settings = new HashMap<>(before.settings(at.folder()));
    settings.put(
        "mp.jwt.verify.publickey.location", "http://127.0.0.1:" + issuer.getAddress().getPort());
    try (ServerProcess server = Servers.start(at, settings)) {
      assertThat(status(server, before)).isEqualTo(200);
      assertThat(status(server, after)).isEqualTo(401);

      published = List.of(before, after);

      Conditions.await("the new key", () -> status(server, after) == 200);
      assertThat(status(server, before)).isEqualTo(200);
    } finally {
      issuer.stop(0);
    }
  }
}
