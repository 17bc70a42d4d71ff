package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import org.junit.jupiter.api.Test;

/** clark: FollowUpSource. */
@Rows(83)
class CheckAgainTest {

  @Test
  void anAgentThatIsDoneAtOnceGoesOnWithTheQuestion() {
    var sample = new SampleNode(Script.builder().says("4").says("5"), new CheckAgain());

    var run = sample.node.run("t", "2 + 2?");

    assertThat(sample.texts()).containsExactly("2 + 2?", "4", CheckAgain.QUESTION, "5");
    assertThat(run.finalOutput()).isEqualTo("5");
    assertThat(run.steps()).isEqualTo(2);
  }
}
