package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Nightly;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The sample WAR: an application's own tool, plugin and agent. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
@Nightly("deploys the sample; src-it/readme/run builds and serves it, ShopRoutesIT has its routes")
class CustomToolIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Replaces the built-in provider, so that the model calls only the shop's tool. The last turn is
   * never played, because a stop condition matches the words of the turn before it.
   */
  private static final String PROVIDER =
      """
      adapter: scripted
      adapter_options:
        script:
          turns:
            - tool_calls:
                - {name: order_status, arguments: {orderId: A-1001}}
            - tool_calls:
                - {name: order_status, arguments: {orderId: B-2002}}
            - text: It has been shipped. A colleague will take over for the other one.
              tool_calls:
                - {name: order_status, arguments: {orderId: A-1001}}
            - text: Nobody reads this.
      """;

  @ArquillianResource private URL base;

  @Deployment
  static WebArchive archive() {
    return ShopArchive.withScript(PROVIDER);
  }

  @Test
  void theAgentCallsTheShopsToolThroughItsProxyAndTheResultIsStored() throws Exception {
    List<JsonNode> events = run();

    JsonNode done = first(events, "tool_call_done");
    assertThat(done.path("result").path("status").asText()).isEqualTo("success");
    assertThat(done.path("result").path("data").path("delivery").asText()).isEqualTo("2030-01-15");

    String thread = first(events, "run_start").path("thread_id").asText();
    HttpResponse<String> messages = get("v1/threads/" + thread + "/messages");
    assertThat(messages.statusCode()).isEqualTo(200);
    assertThat(messages.body()).contains("order_status").contains("2030-01-15");
    // The interceptor recorded the call, so it went through the bean's proxy.
    assertThat(get("shop/orders/audit").body()).contains("status");
  }

  @Test
  void aPluginOfTheShopLimitsTheAgentToTheConfiguredOrders() throws Exception {
    long refusedBefore = refused();

    List<JsonNode> results = all(run(), "tool_call_done").map(done -> done.path("result")).toList();

    assertThat(results.get(0).path("status").asText()).isEqualTo("success");
    assertThat(results.get(1).path("status").asText()).isEqualTo("error");
    assertThat(results.get(1).path("code").asText()).isEqualTo("out_of_scope");
    assertThat(results.get(1).path("message").asText()).contains("series [A]");
    // The plugin is a bean, so its dependencies were injected.
    assertThat(refused()).isEqualTo(refusedBefore + 1);
    assertThat(get("shop/orders/B-2002").body()).isEqualTo("packed");
  }

  @Test
  void aStopConditionOfTheAgentEndsTheRunAndLeavesNoCallWithoutAResult() throws Exception {
    List<JsonNode> events = run();

    JsonNode termination = first(events, "run_finish").path("termination");
    assertThat(termination.path("type").asText()).isEqualTo("stopped");
    assertThat(termination.path("value").path("code").asText()).isEqualTo("content_match");
    assertThat(all(events, "tool_call_done")).hasSize(3);
    assertThat(events.toString()).doesNotContain("Nobody reads this");
  }

  @Test
  void theAgentAndItsToolAreListedWithoutThePrompt() throws Exception {
    HttpResponse<String> agents = get("v1/agents");

    assertThat(agents.body()).contains("clerk").doesNotContain("Look orders up");
  }

  /** The archive has its own WEB-INF, so the runtime's error pages are not in it. */
  @Test
  void theRuntimesErrorMappingDoesNotAffectTheShop() throws Exception {
    HttpResponse<String> failed = get("shop/orders/Z-9999");

    assertThat(failed.statusCode()).isEqualTo(500);
    assertThat(failed.body()).doesNotContain("\"error\"");
    assertThat(get("shop/nothing").body()).doesNotContain("\"code\"");
  }

  /** Runs the clerk and returns all events. */
  private List<JsonNode> run() throws Exception {
    HttpResponse<String> stream =
        post(
            "v1/runs",
            "{\"agentId\": \"clerk\", \"messages\": [{\"role\": \"user\","
                + " \"content\": \"Where are A-1001 and B-2002?\"}]}");
    assertThat(stream.statusCode()).isEqualTo(200);
    List<JsonNode> events = events(stream.body());
    assertThat(events.getLast().path("event_type").asText()).isEqualTo("run_finish");
    return events;
  }

  private long refused() throws Exception {
    return get("shop/orders/audit").body().split("refused", -1).length - 1L;
  }

  private static Stream<JsonNode> all(List<JsonNode> events, String type) {
    return events.stream().filter(event -> type.equals(event.path("event_type").asText()));
  }

  private static JsonNode first(List<JsonNode> events, String type) {
    return all(events, type)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + type + " among " + events));
  }

  private static List<JsonNode> events(String sse) throws Exception {
    var events = new ArrayList<JsonNode>();
    for (String line : sse.lines().filter(l -> l.startsWith("data:")).toList()) {
      events.add(JSON.readTree(line.substring("data:".length())));
    }
    return events;
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(uri(path)).GET());
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private URI uri(String path) {
    String root = base.toString();
    return URI.create((root.endsWith("/") ? root : root + "/") + path);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    }
  }
}
