package io.awaken.http.front;

import static io.awaken.fixture.Answering.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Answering.Answer;
import io.awaken.fixture.Attacks;
import io.awaken.http.security.load.RequestFigures;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the first filter answers itself, and what it puts on the answers of others. */
class FrontFilterTest {

  private static final String APP = "https://app.example";
  private static final String EVIL = "https://evil.example";

  private final Map<String, List<String>> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Object> attributes = new HashMap<>();
  private final Map<String, String> headers = new TreeMap<>();
  private final List<String> counted = new ArrayList<>();
  private DispatcherType dispatch = DispatcherType.REQUEST;
  private final Written written = new Written();
  private boolean suspended;
  private boolean passed;
  private int status = 200;

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
  void requestsAreJudgedWhateverTheirPath(
      String method, String path, String query, String host, int expected) throws Exception {
    header("Host", host);

    filter(method, path, query);

    assertThat(passed).isEqualTo(expected == 200);
    assertThat(status).isEqualTo(expected);
    if (!passed) {
      assertThat(written.bytes.toString()).startsWith("{\"error\":\"").contains("\"code\":\"");
    }
    assertThat(headers)
        .containsEntry("X-Content-Type-Options", "nosniff")
        .containsEntry("Referrer-Policy", "same-origin")
        .containsEntry("Content-Security-Policy", "default-src 'self'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/health/live", "/metrics", "/v1/agents", "/page.html"})
  @Attacks("S10")
  void twoHostHeadersAreRefusedOnEveryRoute(String path) throws Exception {
    sent.put("Host", List.of("localhost", "localhost"));

    filter("GET", path, null);

    assertThat(passed).isFalse();
    assertThat(status).isEqualTo(400);
    assertThat(written.bytes.toString()).contains("\"code\":\"ambiguous_host\"");
  }

  @Test
  @Attacks("S09")
  void aForeignPageIsRefusedBeforeTheBodyIsRead() throws Exception {
    header("Host", "localhost:8080");
    header("Origin", EVIL);

    filter("POST", "/v1/runs", null);

    assertThat(passed).isFalse();
    assertThat(status).isEqualTo(403);
    assertThat(headers).doesNotContainKey("Access-Control-Allow-Origin");
    assertThat(headers).containsEntry("Vary", "Origin");
  }

  @Test
  void aKnownPageMayReadTheAnswer() throws Exception {
    header("Host", "localhost:8080");
    header("Origin", APP);

    filter("POST", "/v1/runs", null);

    assertThat(passed).isTrue();
    assertThat(headers)
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
    header("Host", "localhost:8080");
    header("Origin", EVIL);

    filter("GET", "/v1/agents", null);

    assertThat(passed).isTrue();
    assertThat(headers.keySet()).noneMatch(name -> name.startsWith("Access-Control"));
  }

  @Test
  @Attacks("S11")
  void aPreflightRequestIsAnsweredForKnownPagesOnly() throws Exception {
    header("Host", "localhost:8080");
    header("Origin", APP);
    header("Access-Control-Request-Method", "DELETE");
    filter("OPTIONS", "/v1/threads/x", null);
    assertThat(passed).isFalse();
    assertThat(status).isEqualTo(204);
    assertThat(headers)
        .containsEntry("Access-Control-Allow-Origin", APP)
        .containsEntry("Access-Control-Allow-Headers", "Content-Type")
        .containsEntry("Access-Control-Max-Age", "60");
    assertThat(headers.get("Access-Control-Allow-Methods")).contains("DELETE");

    headers.clear();
    header("Origin", EVIL);
    filter("OPTIONS", "/v1/threads/x", null);
    assertThat(status).isEqualTo(403);
    assertThat(headers.keySet()).noneMatch(name -> name.startsWith("Access-Control"));
  }

  /** The page has been asked already, and only says what went wrong. */
  @Test
  void anErrorPageIsShownWithTheSameHeaders() throws Exception {
    dispatch = DispatcherType.ERROR;
    header("Host", "evil.example");
    header("Origin", APP);

    filter("POST", "/v1-errors", null);

    assertThat(passed).isTrue();
    assertThat(headers)
        .containsKey("X-Content-Type-Options")
        .containsEntry("Access-Control-Allow-Origin", APP);
  }

  @Test
  void requestsOfTheApiAreCountedUnlessARouteCountsThem() throws Exception {
    header("Host", "localhost");
    filter("DELETE", "/v1/%zz", null);
    filter("GET", "/page", null);
    assertThat(counted).containsExactly("DELETE unmatched 400");

    suspended = true;
    filter("GET", "/v1/agents", null);
    assertThat(counted).hasSize(1);
    assertThat(attributes).containsKey(RequestFigures.ATTRIBUTE);
  }

  private void header(String name, String value) {
    sent.remove(name);
    if (value != null) {
      sent.put(name, List.of(value));
    }
  }

  private void filter(String method, String path, String query) throws Exception {
    RequestFigures figures =
        () -> (route, verb, told, untimed) -> counted.add(verb + " " + route + " " + told);
    CorsRules cors = CorsRules.of(Set.of(APP), Set.of("Content-Type"), true, Duration.ofMinutes(1));
    var rules = new BrowserRules(HostRules.of(Set.of()), cors, "default-src 'self'");
    passed = false;
    status = 200;
    new FrontFilter(rules, figures, Set.of("/v1", "/mcp"))
        .doFilter(request(method, path, query), response(), (request, response) -> passed = true);
  }

  private HttpServletRequest request(String method, String path, String query) {
    boolean api = path.startsWith("/v1/");
    String name = path.contains(";") ? path.substring(0, path.indexOf(';')) : path;
    Map<String, Answer> answers = new HashMap<>();
    answers.put("getDispatcherType", args -> dispatch);
    answers.put("getMethod", args -> method);
    answers.put("getRequestURI", args -> path);
    answers.put("getQueryString", args -> query);
    answers.put("getProtocol", args -> "HTTP/1.1");
    answers.put("getServletPath", args -> api ? "/v1" : name);
    answers.put("getPathInfo", args -> null);
    answers.put("getHeader", args -> all(args[0]).isEmpty() ? null : all(args[0]).getFirst());
    answers.put("getHeaders", args -> Collections.enumeration(all(args[0])));
    answers.put("isAsyncStarted", args -> suspended);
    answers.put("getAttribute", args -> attributes.get((String) args[0]));
    answers.put("setAttribute", args -> attributes.put((String) args[0], args[1]));
    answers.put("removeAttribute", args -> attributes.remove((String) args[0]));
    return answering(HttpServletRequest.class, answers);
  }

  private List<String> all(Object name) {
    return sent.getOrDefault((String) name, List.of());
  }

  private HttpServletResponse response() {
    Map<String, Answer> answers = new HashMap<>();
    answers.put("setHeader", args -> headers.put((String) args[0], (String) args[1]));
    answers.put("addHeader", args -> headers.put((String) args[0], (String) args[1]));
    answers.put("setStatus", args -> status = (int) args[0]);
    answers.put("getStatus", args -> status);
    answers.put("setContentType", args -> null);
    answers.put("getOutputStream", args -> written);
    return answering(HttpServletResponse.class, answers);
  }

  /** An answer as the container takes it when nothing is suspended. */
  private static final class Written extends ServletOutputStream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      bytes.write(b);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException();
    }
  }
}
