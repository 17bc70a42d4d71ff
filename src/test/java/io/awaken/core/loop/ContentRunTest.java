package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Blocks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Runs whose messages, answers and results contain more than text. */
class ContentRunTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final byte[] PICTURE = Blocks.bytes(LargeMedia.INLINE + 1, 1);
  private static final byte[] CHART = Blocks.bytes(LargeMedia.INLINE + 2, 2);
  private static final byte[] DRAWING = Blocks.bytes(LargeMedia.INLINE + 3, 3);

  private final RecordingModel model =
      new RecordingModel(
          Script.builder()
              .calls("chart", Map.of("value", "x"))
              .andShows(ContentBlock.Thinking.signed("I see", "mock", "c2ln"))
              .andShows(MediaKind.IMAGE.of("image/webp", DRAWING, null))
              .andAttaches(Blocks.metadata())
              .says("Done. ")
              .andTellsReceived());

  private final TestNode node =
      new TestNode(
          model,
          UnaryOperator.identity(),
          new FunctionTool(
              "chart",
              (arguments, context) ->
                  ToolResult.success("chart", JsonNodeFactory.instance.textNode("drawn"))
                      .with(
                          List.of(
                              MediaKind.IMAGE.of("image/png", CHART, "chart.png"),
                              ContentBlock.Source.document("doc-7", "Figures", "text/csv")))));

  private RunRecord run() {
    var message =
        Message.user(
            List.of(
                new ContentBlock.Text("What is it?"),
                MediaKind.IMAGE.of("image/png", PICTURE, "p.png")));
    var run = node.service.submit(new RunRequest("a", THREAD, Caller.ANONYMOUS, List.of(message)));
    node.executeAll();
    return node.record(run.runId());
  }

  private byte[] stored(ContentBlock block) {
    var media = (Media) block;
    assertThat(media.data()).isNull();
    return node.stores.threads().media().read(THREAD, media.mediaId()).orElseThrow();
  }

  @Test
  void largeMediaIsStoredBesideTheMessagesThatReferToIt() {
    assertThat(run().termination()).isEqualTo(new TerminationReason.NaturalEnd());

    List<Message> history = node.stores.threads().history(THREAD);
    assertThat(history)
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT);
    assertThat(stored(history.get(0).content().get(1))).isEqualTo(PICTURE);
    assertThat(stored(history.get(1).content().get(1))).isEqualTo(DRAWING);
    assertThat(history.get(2).text()).isEqualTo("drawn");
    assertThat(stored(history.get(2).content().get(1))).isEqualTo(CHART);
    assertThat(history.get(2).content().get(2)).isInstanceOf(ContentBlock.Source.class);
    assertThat(history.get(1).providerMetadata()).isEqualTo(Blocks.metadata());
    assertThat(history.get(1).toolCalls().getFirst().providerMetadata())
        .isEqualTo(Blocks.metadata());
  }

  @Test
  void theNextRequestHasEverythingWithItsBytes() throws Exception {
    RunRecord run = run();

    LlmRequest next = model.requests().get(1);
    List<Message> history = node.stores.threads().history(THREAD);
    assertThat(next.messages()).isEqualTo(history.subList(0, 3));
    assertThat(next.bytes((Media) history.get(0).content().get(1))).isEqualTo(PICTURE);
    assertThat(next.bytes((Media) history.get(2).content().get(1))).isEqualTo(CHART);
    assertThat(run.finalOutput())
        .contains("user image image/png of 65537 bytes")
        .contains("assistant thinking signed c2ln")
        .contains("assistant image image/webp of 65539 bytes")
        .contains("assistant call chart with {\"zeta\"")
        .contains("tool image image/png of 65538 bytes")
        .contains("tool source null doc-7");
  }

  @Test
  void readersOfEventsGetTheReferenceToo() {
    run();

    var done =
        node.sinks.events().stream()
            .filter(AgentEvent.ToolCallDone.class::isInstance)
            .map(event -> ((AgentEvent.ToolCallDone) event).result())
            .findFirst()
            .orElseThrow();
    assertThat(stored(done.content().getFirst())).isEqualTo(CHART);
  }

  @Test
  void mediaThatIsNotThereEndsTheRunAsAnInvalidRequest() {
    var lost = MediaKind.IMAGE.stored("gone", "image/png", 10, null);
    var message = Message.user(List.of(lost));
    var reporting = new RecordingModel(Script.builder().says("").andTellsReceived());
    var other = new TestNode(reporting, UnaryOperator.identity());
    var run =
        other.unchecked().submit(new RunRequest("a", THREAD, Caller.ANONYMOUS, List.of(message)));
    other.executeAll();

    assertThat(other.record(run.runId()).termination())
        .isInstanceOfSatisfying(
            TerminationReason.Error.class,
            why -> assertThat(why.value()).contains("invalid_request"));
  }

  @Test
  void aResultWithMoreMediaThanARunReadsIsAnError() {
    byte[] huge = Blocks.bytes((2 << 20) + 1, 4);
    var tool =
        new FunctionTool(
            "chart",
            (arguments, context) ->
                ToolResult.successWithContent(
                    "chart", List.of(MediaKind.IMAGE.of("image/png", huge, null))));
    var script = Script.builder().calls("chart", Map.of("value", "x")).says("Done.");
    var other = new TestNode(new RecordingModel(script), UnaryOperator.identity(), tool);

    other.run("t", "go");

    assertThat(other.stores.threads().history(THREAD).get(2).text())
        .contains("result_too_large", "the limit is 2097152");
  }
}
