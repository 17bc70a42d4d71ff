package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sample project moderation, whose second model is always unsure. */
class ModerationSampleIT extends PluginSampleTest {

  @Deployment
  static WebArchive archive() throws Exception {
    return withUsers("moderation");
  }

  @ParameterizedTest
  @CsvSource({"resume, success, published", "cancel, error, the call was not allowed"})
  void aPersonDecidesWhenTheModelIsUnsure(String action, String status, String text) {
    List<Frame> before = runAs("ada", asking("blogger", "Write about the neighbours."));
    assertThat(before.getLast().data().at("/termination/type").asText()).isEqualTo("suspended");
    String run = field(before, "run_id");
    String thread = "/v1/threads/" + field(before, "thread_id");
    JsonNode question = api.get(thread + "/suspensions", as("ada")).json().at("/items/0");
    assertThat(question.toString()).contains("tool:Moderate").contains("too loud");

    String decision =
        "{\"tool_call_id\":\"%s\",\"decision_id\":\"d-1\",\"action\":\"%s\"}"
            .formatted(question.get("tool_call_id").asText(), action);
    assertThat(postAs("ada", thread + "/decision", "application/json", decision).status())
        .isEqualTo(202);

    String[] behind =
        Stream.concat(Stream.of("Last-Event-ID", before.getLast().id()), Stream.of(as("ada")))
            .toArray(String[]::new);
    try (Events rest = api.events(run, behind)) {
      JsonNode result = all(rest.toEnd(), "tool_call_done").findFirst().orElseThrow();
      assertThat(result.at("/result/status").asText()).isEqualTo(status);
      assertThat(result.get("result").toString()).contains(text);
    }
  }
}
