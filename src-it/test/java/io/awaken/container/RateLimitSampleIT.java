package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Frame;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The sample project rate-limit. */
class RateLimitSampleIT extends PluginSampleTest {

  @Deployment
  static WebArchive archive() throws Exception {
    return SampleProjects.archive("rate-limit");
  }

  @Test
  void callsAboveTheLimitAreRefusedAlsoInTheNextRunOfTheThread() {
    List<Frame> events = run(asking("limited", "Calculate."));

    assertThat(results(events))
        .extracting(result -> result.path("status").asText() + result.path("code").asText(""))
        .containsExactly("success", "success", "errorrate_limited");
    assertThat(events.getLast().data().at("/result/response").asText()).contains("It is 2");

    String thread = ",\"thread_id\":\"" + field(events, "thread_id") + "\"";
    List<Frame> next = run(asking("limited", "Again.", thread));
    assertThat(results(next))
        .hasSize(3)
        .noneMatch(result -> result.path("status").asText().equals("success"));
  }

  private static List<JsonNode> results(List<Frame> events) {
    return all(events, "tool_call_done").map(done -> done.path("result")).toList();
  }
}
