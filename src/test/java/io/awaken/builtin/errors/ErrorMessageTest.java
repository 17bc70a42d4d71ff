package io.awaken.builtin.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Moments;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** After the plugin of trpc-agent-go: ErrorMessage. */
class ErrorMessageTest {

  private static final AgentEvent FAILED =
      new AgentEvent.RunFinish("t", "r", null, new TerminationReason.Error("boom"));

  private static TaggedEvent after(ErrorMessage plugin, AgentEvent event) throws Exception {
    return Moments.only(ExtensionPoint.ON_EVENT, plugin)
        .onEvent(Moments.RUN, new TaggedEvent(event, Set.of("kept")));
  }

  @Test
  void anErrorWithoutTextGetsOne() throws Exception {
    assertThat(after(new ErrorMessage(), new AgentEvent.Error(" ", "provider")))
        .isEqualTo(
            new TaggedEvent(new AgentEvent.Error(ErrorMessage.TEXT, "provider"), Set.of("kept")));
  }

  @Test
  void anErrorWithTextKeepsIt() throws Exception {
    assertThat(after(new ErrorMessage(), new AgentEvent.Error("no credit", null))).isNull();
  }

  @Test
  void theTextMayDependOnTheCode() throws Exception {
    var plugin = new ErrorMessage("Sorry.", Map.of("rate_limited", "Too busy, wait a minute."));

    assertThat(after(plugin, new AgentEvent.Error(null, "rate_limited")).event())
        .isEqualTo(new AgentEvent.Error("Too busy, wait a minute.", "rate_limited"));
    assertThat(after(plugin, new AgentEvent.Error(null, null)).event())
        .isEqualTo(new AgentEvent.Error("Sorry.", null));
  }

  @Test
  void aFailedRunWithoutAResponseGetsTheText() throws Exception {
    assertThat(after(new ErrorMessage("Sorry.", Map.of()), FAILED).event())
        .isEqualTo(
            new AgentEvent.RunFinish(
                "t", "r", new AgentEvent.RunResult("Sorry."), new TerminationReason.Error("boom")));
  }

  @Test
  void otherEndingsAreUnchanged() throws Exception {
    var well = new AgentEvent.RunFinish("t", "r", null, new TerminationReason.NaturalEnd());
    var answered =
        new AgentEvent.RunFinish(
            "t", "r", new AgentEvent.RunResult("half"), new TerminationReason.Error("boom"));

    assertThat(after(new ErrorMessage(), well)).isNull();
    assertThat(after(new ErrorMessage(), answered)).isNull();
    assertThat(after(new ErrorMessage(), new AgentEvent.TextDelta(""))).isNull();
  }

  @Test
  void aBlankTextIsRefused() {
    assertThatThrownBy(() -> new ErrorMessage(" ", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
