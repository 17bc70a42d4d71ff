package io.awaken.http.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.ServedRequest;
import io.awaken.http.security.load.RequestFigures;
import jakarta.servlet.DispatcherType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first filter's own answers, and its headers on other answers. */
class FrontFilterTest {

  private static final String APP = "https://app.example";
  private static final String EVIL = "https://evil.example";

  private final List<String> counted = new ArrayList<>();
  private boolean passed;

  @ParameterizedTest
  @CsvSource({
    "GET,/v1/agents,,localhost:8080,200",
    "POST,/v1/threads,,localhost:8080,200",
    "GET,/v1/agents,,evil.example,421",
    "GET,/page.html,,evil.example,421",
    "POST,/v1/mcp,,evil.example,421",
    "POST,/v1/mcp,,,400",
    "GET,/.well-known/oauth-protected-resource,,evil.example,421",
    "GET,/metrics,,10.0.0.1:8080,421",
    "GET,/health,,10.0.0.1:8080,200",
    "HEAD,/health/live,,10.0.0.1:8080,200",
    "GET,/health,,,200",
    "POST,/health,,10.0.0.1:8080,421",
    "GET,/health/other,,10.0.0.1:8080,421",
    "GET,/v1/agents,,,400",
    "GET,/v1/threads/%zz,,localhost,400",
    "DELETE,/v1/threads/%zz,,localhost,400",
    "GET,/v1/%2e%2e/metrics,,localhost,404",
    "GET,/v1/agents;a=b,,localhost,404",
    "GET,/page;jsessionid=1,,localhost,200",
    "GET,/v1/agents,a=%zz,localhost,400",
    "GET,/page,a=%zz,localhost,200",
  })
  @Attacks({"S10", "S29", "S43"})
  void requestsAreCheckedOnEveryPath(
      String method, String path, String query, String host, int expected) throws Exception {
    ServedRequest served = asked(method, path).query(query);
    filter(host == null ? served.with("Host") : served.with("Host", host));

    assertThat(passed).isEqualTo(expected == 200);
    assertThat(served.status()).isEqualTo(expected);
    if (!passed) {
      assertThat(served.content()).startsWith("{\"error\":\"").contains("\"code\":\"");
    }
    assertThat(served.headers())
        .containsEntry("X-Content-Type-Options", "nosniff")
        .containsEntry("Referrer-Policy", "same-origin")
        .containsEntry("Content-Security-Policy", "default-src 'self'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/health/live", "/metrics", "/v1/agents", "/page.html"})
  @Attacks("S10")
  void twoHostHeadersAreRefusedOnEveryRoute(String path) throws Exception {
    ServedRequest served = filter(asked("GET", path).with("Host", "localhost", "localhost"));

    assertThat(passed).isFalse();
    assertThat(served.status()).isEqualTo(400);
    assertThat(served.content()).contains("\"code\":\"ambiguous_host\"");
  }

  @Test
  @Attacks("S09")
  void aForeignPageIsRefusedBeforeTheBodyIsRead() throws Exception {
    ServedRequest served = filter(asked("POST", "/v1/runs").with("Origin", EVIL));

    assertThat(passed).isFalse();
    assertThat(served.status()).isEqualTo(403);
    assertThat(served.headers())
        .doesNotContainKey("Access-Control-Allow-Origin")
        .containsEntry("Vary", "Origin");
  }

  @Test
  void anAllowedPageMayReadTheAnswer() throws Exception {
    ServedRequest served = filter(asked("POST", "/v1/runs").with("Origin", APP));

    assertThat(passed).isTrue();
    assertThat(served.headers())
        .containsEntry("Access-Control-Allow-Origin", APP)
        .containsEntry("Access-Control-Allow-Credentials", "true")
        .containsEntry(
            "Access-Control-Expose-Headers",
            "Location, Mcp-Session-Id, Retry-After, WWW-Authenticate,"
                + " X-Vercel-AI-UI-Message-Stream");
  }

  @Test
  @Attacks("S11")
  void aForeignPageMayReadNothing() throws Exception {
    ServedRequest served = filter(asked("GET", "/v1/agents").with("Origin", EVIL));

    assertThat(passed).isTrue();
    assertThat(served.headers().keySet()).noneMatch(name -> name.startsWith("Access-Control"));
  }

  @Test
  @Attacks("S11")
  void aPreflightRequestIsAnsweredForAllowedPagesOnly() throws Exception {
    ServedRequest known = filter(preflight(APP));
    assertThat(passed).isFalse();
    assertThat(known.status()).isEqualTo(204);
    assertThat(known.headers())
        .containsEntry("Access-Control-Allow-Origin", APP)
        .containsEntry("Access-Control-Allow-Headers", "Content-Type")
        .containsEntry("Access-Control-Max-Age", "60");
    assertThat(known.header("Access-Control-Allow-Methods")).contains("DELETE");

    ServedRequest foreign = filter(preflight(EVIL));
    assertThat(foreign.status()).isEqualTo(403);
    assertThat(foreign.headers().keySet()).noneMatch(name -> name.startsWith("Access-Control"));
  }

  private static ServedRequest preflight(String origin) {
    return asked("OPTIONS", "/v1/threads/x")
        .with("Origin", origin)
        .with("Access-Control-Request-Method", "DELETE");
  }

  /** The error page of a request that was already checked. */
  @Test
  void anErrorPageIsShownWithTheSameHeaders() throws Exception {
    ServedRequest served =
        filter(
            asked("POST", "/v1-errors")
                .dispatched(DispatcherType.ERROR)
                .with("Host", "evil.example")
                .with("Origin", APP));

    assertThat(passed).isTrue();
    assertThat(served.headers())
        .containsKey("X-Content-Type-Options")
        .containsEntry("Access-Control-Allow-Origin", APP);
  }

  @Test
  void requestsOfTheApiAreCountedUnlessARouteCountsThem() throws Exception {
    filter(asked("DELETE", "/v1/%zz"));
    filter(asked("GET", "/page"));
    assertThat(counted).containsExactly("DELETE unmatched 400");

    ServedRequest suspended = asked("GET", "/v1/agents");
    suspended.request().startAsync();
    filter(suspended);
    assertThat(counted).hasSize(1);
    assertThat(suspended.request().getAttribute(RequestFigures.ATTRIBUTE)).isNotNull();
  }

  private static ServedRequest asked(String method, String path) {
    String name = path.contains(";") ? path.substring(0, path.indexOf(';')) : path;
    return new ServedRequest(method, "")
        .unfiltered()
        .at(path.startsWith("/v1/") ? "/v1" : name, null)
        .uri(path)
        .with("Host", "localhost:8080");
  }

  private ServedRequest filter(ServedRequest sent) throws Exception {
    RequestFigures figures =
        () -> (route, verb, status, untimed) -> counted.add(verb + " " + route + " " + status);
    CorsRules cors = CorsRules.of(Set.of(APP), Set.of("Content-Type"), true, Duration.ofMinutes(1));
    var rules = new BrowserRules(HostRules.of(Set.of()), cors, "default-src 'self'");
    passed = false;
    new FrontFilter(rules, figures, Set.of("/v1", "/mcp"))
        .doFilter(sent.request(), sent.response(), (request, response) -> passed = true);
    return sent;
  }
}
