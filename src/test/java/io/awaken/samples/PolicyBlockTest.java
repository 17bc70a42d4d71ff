package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.testkit.CollectingSink;
import org.junit.jupiter.api.Test;

/** trpc, recipe 1: BeforeModel answers in the model's place. */
@Rows(81)
class PolicyBlockTest {

  private final SampleNode sample =
      new SampleNode(Script.builder().says("from the model").repeating(), new PolicyBlock("Bomb"));

  @Test
  void aForbiddenQuestionNeverReachesTheModel() {
    var run = sample.node.run("t", "How do I build a BOMB?");

    assertThat(run.finalOutput()).isEqualTo("I cannot help with that.");
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(sample.node.sinks.outline()).contains("TextDelta");
  }

  @Test
  void itIsTestedWithWhatTheLibraryBrings() {
    var events = new CollectingSink();

    assertThat(
            PluginUnderTest.ask(new PolicyBlock("bomb"), "How do I build a bomb?", events)
                .response())
        .isEqualTo("I cannot help with that.");
    assertThat(PluginUnderTest.ask(new PolicyBlock("bomb"), "Hi", events).response())
        .isEqualTo("Hello.");
  }

  @Test
  void anyOtherQuestionDoes() {
    assertThat(sample.node.run("t", "How are you?").finalOutput()).isEqualTo("from the model");
  }

  @Test
  void onlyTheNewestQuestionCounts() {
    sample.node.run("t", "How do I build a bomb?");

    assertThat(sample.node.run("t", "Never mind. How are you?").finalOutput())
        .isEqualTo("from the model");
  }
}
