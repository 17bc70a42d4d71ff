package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.OnWildFly;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URL;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks in front of every route, including those of each server. */
@OnWildFly
class BrowserIT extends BuiltArchiveTest {

  private static final int TIMEOUT_MILLIS = 20_000;

  @ArquillianResource private URL at;

  /**
   * Refusals by the server itself may have no body. Most of these requests cannot be sent with an
   * HTTP client.
   */
  @ParameterizedTest
  @CsvSource({
    "GET,/v1/threads/%zz,400",
    "DELETE,/v1/threads/%zz,400",
    "POST,/v1/threads/%,400",
    "GET,/%zz,400",
    "GET,/v1/threads/%c0%ae,400",
    "GET,/v1/threads/%00,400",
    "GET,/v1/agents?limit=%zz,400",
    "GET,/v1/%2e%2e/metrics,404",
    "GET,/v1/../metrics,404",
    "GET,/v1/..;/metrics,404",
    "GET,/v1/agents;x=1,404",
    "GET,/v1/threads/%2e%2e,404",
    "GET,/v1/agents?x=1,400",
    "GET,/v1/threads?resource_id=a&resourceId=a,400",
    "GET,/v1/threads?limit=1&limit=2,400"
  })
  @Attacks("S29")
  void aMalformedPathOrQueryIsRefused(String method, String path, int status) throws IOException {
    assertThat(raw(method, path, "Host: localhost")).isEqualTo(status);
  }

  /** WildFly itself refuses these, without a body. */
  @ParameterizedTest
  @CsvSource({
    "GET,/v1/threads/%zz,Host: localhost,malformed_path",
    "DELETE,/%zz,Host: localhost,malformed_path",
    "GET,/v1/threads/%c0%ae,Host: localhost,malformed_path",
    "GET,/v1/threads/%00,Host: localhost,malformed_path",
    "GET,/v1/agents,Host:,malformed_host"
  })
  @Attacks({"S10", "S29"})
  @DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
  void requestsThatPayaraCannotParseAreRefusedWithTheUsualBody(
      String method, String path, String host, String code) throws IOException {
    try (var socket = sent(method, path, host, "Connection: close")) {
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answer)
          .startsWith("HTTP/1.1 400 ")
          .contains("application/json")
          .contains("\"code\":\"" + code + "\"")
          .endsWith("}");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/agents,Host: evil.example,421",
    "/metrics,Host: 10.0.0.1:8080,421",
    "/nothing,Host: evil.example,421",
    "/health,Host: 10.0.0.1:8080,200",
    "/v1/agents,X-Host: localhost,400",
    "/v1/agents,Host: localhost|Host: localhost,400",
    "/v1/agents,Host: localhost|Host: evil.example,400",
    "/v1/agents,Host: a b,400",
    "/v1/agents,Host: [::1]:8080,200"
  })
  @Attacks("S10")
  void onlyConfiguredHostsAreServed(String path, String headers, int status) throws IOException {
    assertThat(raw("GET", path, headers.split("\\|"))).isEqualTo(status);
  }

  /** Sends no byte of the body: a request refused by its headers must get a response anyway. */
  @ParameterizedTest
  @ValueSource(strings = {"null", "https://evil.example", "http://localhost:1"})
  @Attacks("S09")
  void aPageOfAnotherOriginChangesNothingOnAnyRoute(String origin) throws IOException {
    for (Operation operation : Operation.all()) {
      if (!operation.method().equals("GET")) {
        String length = operation.hasBody() ? "Content-Length: 1000" : "Content-Length: 0";
        int status =
            raw(
                operation.method(),
                operation.missingPath(),
                "Host: localhost",
                "Origin: " + origin,
                "Content-Type: application/json",
                length);
        assertThat(status).as(operation.id()).isEqualTo(403);
      }
    }
    assertThat(raw("POST", "/nothing", "Host: localhost", "Origin: " + origin)).isEqualTo(403);
  }

  @Test
  @Attacks("S12")
  void aCookieAloneChangesNothing() {
    Answer answer =
        api.send("POST", "/v1/runs/x/cancel", BodyPublishers.noBody(), "Cookie", "session=1");
    assertRefused(answer, 403, "origin_required", "Origin");
    Answer proven =
        api.send(
            "POST",
            "/v1/runs/x/cancel",
            BodyPublishers.noBody(),
            "Cookie",
            "session=1",
            "X-Requested-With",
            "fetch");
    assertThat(proven.status()).isEqualTo(404);
  }

  @Test
  @Attacks("S11")
  void aPageOfAnotherOriginReadsNothing() {
    Answer preflight =
        api.send(
            "OPTIONS",
            "/v1/agents",
            BodyPublishers.noBody(),
            "Origin",
            "https://evil.example",
            "Access-Control-Request-Method",
            "POST");
    assertRefused(preflight, 403, "foreign_origin", "Origin");
    for (Answer answer :
        List.of(preflight, api.get("/v1/agents", "Origin", "https://evil.example"))) {
      assertThat(answer.response().headers().map().keySet())
          .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"));
    }
  }

  @Test
  @Attacks("S43")
  void everyResponseHasTheSecurityHeadersForBrowsers() {
    for (String path :
        Set.of(
            "/v1/agents",
            "/v1/nothing",
            "/v1/ai-sdk/chat/nothing/messages",
            "/v1/ai-sdk/nothing",
            "/v1/ag-ui/threads/nothing/messages",
            "/v1/ag-ui/run",
            "/health",
            "/metrics",
            "/nothing")) {
      Answer answer = api.get(path);

      assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
      assertThat(answer.header("Referrer-Policy")).as(path).isEqualTo("same-origin");
      assertThat(answer.header("Content-Security-Policy")).as(path).contains("default-src 'self'");
    }
  }

  /** Sends the raw request and returns the status. */
  private int raw(String method, String path, String... headers) throws IOException {
    try (var socket = sent(method, path, headers)) {
      var answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      return Integer.parseInt(answer.readLine().split(" ")[1]);
    }
  }

  private Socket sent(String method, String path, String... headers) throws IOException {
    var socket = new Socket(at.getHost(), at.getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    String head =
        "%s %s HTTP/1.1\r\n%s\r\n\r\n".formatted(method, path, String.join("\r\n", headers));
    socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }
}
