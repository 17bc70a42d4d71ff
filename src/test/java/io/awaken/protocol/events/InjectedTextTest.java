package io.awaken.protocol.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.protocol.agui.event.AguiColumn;
import io.awaken.protocol.aisdk.stream.UiColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Text from models, tools and plugins stays text: it adds no frame, ends no stream and reaches the
 * client unchanged.
 */
@Rows({238, 240})
class InjectedTextTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HARMLESS = "harmless";
  private static final int FIRST_PRINTABLE = 0x20;

  private static final Map<String, BiConsumer<SampleRun, String>> PLACES =
      Map.ofEntries(
          Map.entry("the model's answer", (run, text) -> run.says(text)),
          Map.entry("the model's reasoning", (run, text) -> run.thinks(text)),
          Map.entry(
              "a piece of arguments", (run, text) -> run.asksFor("c1", "pay", text).cutsOff("c1")),
          Map.entry("arguments", (run, text) -> run.calls("c1", "pay", quoted(text))),
          Map.entry(
              "the name of a tool",
              (run, text) -> run.calls("c1", text, "{}").fails("c1", text, "no")),
          Map.entry("a tool's data", (run, text) -> paid(run).answers("c1", "pay", quoted(text))),
          Map.entry(
              "a tool's content",
              (run, text) ->
                  paid(run)
                      .answers(
                          "c1",
                          "pay",
                          new ContentBlock.Text(text),
                          ContentBlock.Source.url("https://example.org", text))),
          Map.entry("a tool's progress", (run, text) -> paid(run).streams("c1", "pay", text)),
          Map.entry("a tool's error", (run, text) -> paid(run).fails("c1", "pay", text)),
          Map.entry(
              "a custom event",
              (run, text) -> run.add(new AgentEvent.Custom("note", new TextNode(text)))),
          Map.entry(
              "the name of a custom event",
              (run, text) -> run.add(new AgentEvent.Custom(text, new TextNode("x")))),
          Map.entry(
              "an error event", (run, text) -> run.add(new AgentEvent.Error(text, "overloaded"))),
          Map.entry(
              "the run's error", (run, text) -> run.finish(new TerminationReason.Error(text))));

  private static SampleRun paid(SampleRun run) {
    return run.calls("c1", "pay", "{}");
  }

  private static String quoted(String text) {
    return new TextNode(text).toString();
  }

  static Stream<Arguments> cases() {
    return Stream.of(new UiColumn(), new AguiColumn("1.0"), new AguiColumn("0.0.59"))
        .flatMap(
            column ->
                PLACES.keySet().stream()
                    .sorted()
                    .map(place -> Arguments.of(column.title(), place, column)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("cases")
  @Attacks("S43")
  void textStaysInItsFrameAndIsReadUnchanged(String protocol, String place, ProtocolColumn column) {
    long frames = frames(stream(column, place, HARMLESS)).size();
    for (String text : HostileTexts.all()) {
      String stream = stream(column, place, text);

      assertThat(stream.lines())
          .allMatch(line -> line.isEmpty() || line.startsWith("id: ") || line.startsWith("data: "));
      assertThat(stream.replace("\n", "").codePoints())
          .as("control characters")
          .allMatch(c -> c >= FIRST_PRINTABLE);
      assertThat(frames(stream)).hasSize((int) frames);
      assertThat(texts(stream)).anyMatch(each -> each.contains(text));
    }
  }

  /** For a reader that also splits lines at U+0085, U+2028 and U+2029, as Python's does. */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("cases")
  void noTextBreaksTheLineOfItsFrame(String protocol, String place, ProtocolColumn column) {
    for (String text : HostileTexts.all()) {
      assertThat(stream(column, place, text).split("\\R"))
          .allMatch(line -> line.isEmpty() || line.startsWith("id: ") || line.startsWith("data: "));
    }
  }

  private static String stream(ProtocolColumn column, String place, String text) {
    SampleRun run = SampleRun.begins().step();
    PLACES.get(place).accept(run, text);
    if (!(run.all().getLast() instanceof AgentEvent.RunFinish)) {
      run.endStep().ends();
    }
    return EncodedRun.whole(column.encoding(), run.all());
  }

  /** Splits lines at CR, LF and CR LF, as readers of server-sent events do. */
  private static List<String> frames(String stream) {
    return stream
        .lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> line.substring("data: ".length()))
        .toList();
  }

  /** All texts of all frames, including those of JSON within a text. */
  private static List<String> texts(String stream) {
    var texts = new ArrayList<String>();
    frames(stream).stream()
        .filter(frame -> !frame.equals("[DONE]"))
        .forEach(frame -> collect(SampleRun.json(frame), texts));
    return texts;
  }

  private static void collect(JsonNode node, List<String> texts) {
    if (node.isTextual()) {
      texts.add(node.asText());
      try {
        JsonNode within = JSON.readTree(node.asText());
        if (!within.equals(node)) {
          collect(within, texts);
        }
      } catch (JsonProcessingException e) {
        return;
      }
    }
    node.forEach(each -> collect(each, texts));
  }
}
