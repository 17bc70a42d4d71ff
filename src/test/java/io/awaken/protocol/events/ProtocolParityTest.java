package io.awaken.protocol.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import io.awaken.protocol.agui.event.AguiColumn;
import io.awaken.protocol.aisdk.stream.UiColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The output of each protocol's encoder for each event: {@code docs/protocol-parity.md}. A new
 * protocol adds a column.
 */
@Rows({5, 238, 240})
class ProtocolParityTest {

  private static final Path DOCUMENT = Path.of("docs/protocol-parity.md");

  private static final List<ProtocolColumn> COLUMNS =
      List.of(new UiColumn(), new AguiColumn("1.0"), new AguiColumn("0.0.59"));

  private static final String HEAD =
      """
      # What each protocol sends

      For each event of a run ([events.md](events.md)) what its encoders write, made from the encoders by `ProtocolParityTest`; `-` is nothing.

      The AI SDK takes no part of a message back: what `tool_call_cancel` and `stream_reset` take back ends there as an input error, and reasoning
      stays. AG-UI gets `MESSAGES_SNAPSHOT` where the messages of the thread are known.

      """;

  @Test
  void theDocumentMatchesTheEncoders() throws IOException {
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.writeString(DOCUMENT, document());
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(document());
  }

  private static String document() {
    var text = new StringBuilder(HEAD);
    String titles = COLUMNS.stream().map(ProtocolColumn::title).collect(Collectors.joining(" | "));
    text.append("| event | ").append(titles).append(" |\n|---|");
    text.append("---|".repeat(COLUMNS.size())).append('\n');
    ParityRows.all()
        .forEach(
            (label, events) -> {
              text.append("| ").append(label);
              COLUMNS.forEach(
                  column -> text.append(" | ").append(cell(ParityRows.sent(column, events))));
              text.append(" |\n");
            });
    return text.toString();
  }

  private static String cell(List<String> names) {
    return names.isEmpty()
        ? "-"
        : names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  @Test
  void theTableHasEveryEventAndEveryEnd() {
    List<AgentEvent> met = ParityRows.all().values().stream().map(List::getLast).toList();
    assertThat(met.stream().map(Object::getClass).collect(Collectors.toSet()))
        .isEqualTo(kinds(AgentEvent.class).collect(Collectors.toSet()));
    assertThat(met.stream().flatMap(ProtocolParityTest::reason).map(Object::getClass))
        .containsAll(kinds(TerminationReason.class).toList());
    Set<ToolCallOutcome> outcomes =
        met.stream()
            .filter(AgentEvent.ToolCallDone.class::isInstance)
            .map(event -> ((AgentEvent.ToolCallDone) event).outcome())
            .collect(Collectors.toSet());
    assertThat(outcomes).containsExactlyInAnyOrder(ToolCallOutcome.values());
  }

  private static Stream<TerminationReason> reason(AgentEvent event) {
    return event instanceof AgentEvent.RunFinish finish
        ? Stream.of(finish.termination())
        : Stream.of();
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(ProtocolParityTest::kinds);
  }
}
