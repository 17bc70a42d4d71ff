package io.awaken.builtin.steering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Moments;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** clark: ChannelSteering, SteeringHandle. */
@Rows(83)
class ChannelSteeringTest {

  private static final RunId RUN = Moments.RUN.runId();

  private final ChannelSteering channel = new ChannelSteering();

  private void begins() throws Exception {
    Moments.only(ExtensionPoint.ACTIVATE, channel).run(Moments.step(0));
  }

  private void ends() throws Exception {
    Moments.only(ExtensionPoint.AFTER_RUN, channel)
        .afterRun(new RunSummary(Moments.RUN, new TerminationReason.NaturalEnd(), null, 1, 0, 0));
  }

  private List<String> polled() throws Exception {
    return Moments.only(ExtensionPoint.STEERING_SOURCE, channel).poll(Moments.step(1)).stream()
        .map(Message::text)
        .toList();
  }

  @Test
  void messagesArePolledOnceAndInOrder() throws Exception {
    begins();

    assertThat(channel.steer(RUN, "first")).isTrue();
    assertThat(channel.steer(RUN, "second")).isTrue();

    assertThat(polled()).containsExactly("first", "second");
    assertThat(polled()).isEmpty();
  }

  @Test
  void messagesHaveTheRoleOfTheUser() throws Exception {
    begins();
    channel.steer(RUN, "shorter, please");

    assertThat(Moments.only(ExtensionPoint.STEERING_SOURCE, channel).poll(Moments.step(1)))
        .extracting(Message::role)
        .containsExactly(Role.USER);
  }

  @Test
  void aRunThatIsNotRunningRefusesMessages() throws Exception {
    assertThat(channel.steer(RUN, "too early")).isFalse();
    begins();
    assertThat(channel.steer(new RunId("another"), "wrong door")).isFalse();
    ends();
    assertThat(channel.steer(RUN, "too late")).isFalse();
  }

  @Test
  void aRunOfAnotherNodeAcceptsMessagesOnceItRunsHere() throws Exception {
    polled();

    assertThat(channel.steer(RUN, "welcome")).isTrue();
    assertThat(polled()).containsExactly("welcome");
  }

  @Test
  void waitingMessagesOfARunAreLimited() throws Exception {
    begins();
    for (int i = 0; i < ChannelSteering.MAX_WAITING; i++) {
      assertThat(channel.steer(RUN, "more")).isTrue();
    }

    assertThat(channel.steer(RUN, "one too many")).isFalse();
  }

  @Test
  void messagesSurviveAHandoff() throws Exception {
    begins();
    channel.steer(RUN, "said to the desk");

    assertThat(Moments.at(ExtensionPoint.DEACTIVATE, channel)).isEmpty();
    begins();

    assertThat(polled()).containsExactly("said to the desk");
  }

  @Test
  void theLeastRecentlyPolledChannelIsDropped() throws Exception {
    begins();
    begins("forgotten");
    for (int i = 2; i < ChannelSteering.MAX_RUNS; i++) {
      begins("run" + i);
    }
    polled();
    begins("one-more");

    assertThat(channel.steer(RUN, "at work a moment ago")).isTrue();
    assertThat(channel.steer(new RunId("forgotten"), "went on elsewhere")).isFalse();
    assertThat(channel.steer(new RunId("one-more"), "welcome")).isTrue();
  }

  private void begins(String id) throws Exception {
    HookContext at = Moments.step(0);
    var run =
        new RunIdentity(
            at.run().threadId(), new RunId(id), null, at.run().agentId(), at.run().caller());
    Moments.only(ExtensionPoint.ACTIVATE, channel)
        .run(
            new HookContext(
                run,
                at.agent(),
                0,
                at.messages(),
                at.state(),
                at.sections(),
                at.profile(),
                at.cancellation()));
  }

  @Test
  void emptyOrTooLongMessagesAreRefusedNamingTheLimit() {
    assertThatThrownBy(() -> channel.steer(RUN, " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100000");
    assertThatThrownBy(() -> channel.steer(RUN, "x".repeat(100_001)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
