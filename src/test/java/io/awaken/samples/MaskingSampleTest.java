package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.masking.Masking;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Moments;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sample project masking, in one JVM. */
@Rows(81)
class MaskingSampleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Write to ada@example.org.            | Write to [e-mail].
          ada.b+c@mail.example.co.uk, please   | [e-mail], please
          Card 4111 1111 1111 1111 it is.      | Card [card] it is.
          4111-1111-1111-1111                  | [card]
          4111111111111111 or 5500000000000004 | [card] or [card]
          Order 4111 1111 1111 1112 has none.  | Order 4111 1111 1111 1112 has none.
          At 10:30, 20 people, @home           | At 10:30, 20 people, @home
          """)
  void addressesAndCardsAreMaskedHoweverTheTextIsCut(String said, String shown) {
    for (int chars = 1; chars <= said.length(); chars++) {
      try (var runs = new SampleRuns(inPieces(said, chars), new Masking(), Map.of())) {
        assertThat(runs.run("t", "Tell me.").response()).isEqualTo(shown);
        assertThat(runs.texts("t")).containsExactly("Tell me.", shown);
        assertThat(
                runs.events(AgentEvent.TextDelta.class).stream()
                    .map(AgentEvent.TextDelta::delta)
                    .collect(Collectors.joining()))
            .isEqualTo(shown);
      }
    }
  }

  @Test
  void whatToolsBringIsMaskedForReadersForTheStoreAndForTheModel() {
    JsonNode found =
        Moments.json(
            "{\"people\": [{\"mail\": \"ada@example.org\", \"card\": 4111111111111111, \"age\":"
                + " 36}]}");
    var search =
        new FunctionTool("search", (arguments, call) -> ToolResult.success("search", found));
    var model =
        new RecordingModel(Script.builder().calls("search", Map.of("value", "ada")).says("done"));
    try (var runs = new SampleRuns(model, new Masking(), Map.of(), search)) {
      runs.run("t", "Who is ada@example.org?");

      String clean = "{\"people\":[{\"mail\":\"[e-mail]\",\"card\":\"[card]\",\"age\":36}]}";
      assertThat(runs.texts("t")).containsExactly("Who is ada@example.org?", "", clean, "done");
      assertThat(model.requests().getLast().messages().getLast().text()).isEqualTo(clean);
      assertThat(runs.events(AgentEvent.ToolCallDone.class))
          .singleElement()
          .satisfies(done -> assertThat(done.result().data().toString()).isEqualTo(clean));
    }
  }

  /** A model whose answer arrives in deltas of so many characters. */
  private static LlmExecutor inPieces(String text, int chars) {
    return (request, listener, cancellation) -> {
      for (int i = 0; i < text.length(); i += chars) {
        listener.text(text.substring(i, Math.min(text.length(), i + chars)));
      }
      return new StreamResult(
          List.of(new ContentBlock.Text(text)), List.of(), null, StopReason.END_TURN, false);
    };
  }
}
