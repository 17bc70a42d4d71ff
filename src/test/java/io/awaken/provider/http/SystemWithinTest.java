package io.awaken.provider.http;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.fixture.Carries;
import io.awaken.fixture.RecordedWire;
import io.awaken.provider.ollama.OllamaAdapter;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.provider.openai.ResponsesAdapter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wires on which a system message may stand between others. */
class SystemWithinTest {

  private static Arguments row(Function<OutboundHttp, LlmAdapter> wire, String list) {
    return Arguments.of(wire, list);
  }

  static Stream<Arguments> wires() {
    return Stream.of(
        row(OpenAiAdapter::new, "messages"),
        row(ResponsesAdapter::new, "input"),
        row(OllamaAdapter::new, "messages"));
  }

  @ParameterizedTest
  @MethodSource("wires")
  @Carries({"openai:system", "openai_responses:system", "ollama:system"})
  void aSystemMessageKeepsItsPlaceAndItsRole(Function<OutboundHttp, LlmAdapter> wire, String list)
      throws Exception {
    var rule =
        new Message(
            "s",
            Role.SYSTEM,
            List.of(new ContentBlock.Text("Two rounds are left.")),
            List.of(),
            null,
            null,
            null);

    JsonNode sent =
        RecordedWire.ofEvents(wire)
            .sent(request(user("Hi"), rule, user("And?")), Map.of())
            .path(list);

    assertThat(sent).hasSize(3);
    assertThat(sent.path(1).path("role").asText()).isIn("system", "developer");
    assertThat(sent.path(1).path("content").asText()).isEqualTo("Two rounds are left.");
  }
}
