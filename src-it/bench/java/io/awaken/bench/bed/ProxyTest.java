package io.awaken.bench.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the proxy where there is a command {@code go}. */
class ProxyTest {

  private static final byte[] ANSWER = "data: a\n\n".getBytes(StandardCharsets.US_ASCII);

  @Test
  void answersAreCopied(@TempDir Path work) throws Exception {
    var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(loopback, 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(ANSWER);
          exchange.close();
        });
    server.start();
    String target = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      Optional<Proxy> started = Proxy.start(target, work);
      assumeTrue(started.isPresent(), "there is no command go");
      try (Proxy proxy = started.get();
          HttpClient client = HttpClient.newHttpClient()) {
        URI at = URI.create("http://127.0.0.1:" + proxy.address().getPort() + "/v1/runs");
        var answer = client.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofByteArray());

        assertThat(answer.body()).isEqualTo(ANSWER);
      }
    } finally {
      server.stop(0);
    }
  }
}
