package io.awaken.core.loop.call;

import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static io.awaken.core.spec.ToolExecutionMode.SEQUENTIAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit;
import io.awaken.fixture.CountingPlugin;
import io.awaken.fixture.DyingCommit;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Calls that were cut off together resume one after the other: each is gated again when an earlier
 * one has changed the state (features row 121).
 */
class RegatedCallsTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final SettableClock clock = new SettableClock();

  /** Stores that do not pin runs to agents. */
  private final RuntimeStores stores = unpinned(RuntimeStores.inMemory(clock));

  private final AtomicBoolean takenUp = new AtomicBoolean();
  private final AtomicBoolean firstIsDone = new AtomicBoolean();
  private final FunctionTool second = FunctionTool.answering("second", "2");
  private final FunctionTool first =
      new FunctionTool(
          "first",
          (arguments, context) -> {
            firstIsDone.set(takenUp.get());
            return ToolResult.success("first", arguments);
          });

  private static RuntimeStores unpinned(RuntimeStores in) {
    return new RuntimeStores(
        in.threads(),
        in.runs(),
        in.suspensions(),
        in.log(),
        in.commits(),
        new ForwardingMailbox(in.mailbox()) {
          @Override
          public ForwardingMailbox pinning(Pins pins) {
            return this;
          }
        }.ports(),
        in.profile());
  }

  @Test
  void aRepetitionBlockedAfterACrashReportsAnUnknownEffect() {
    TestNode dying = node(PARALLEL_STREAMING, new DyingCommit(stores.commits(), 2));
    RunId run = dying.submit("t", "go");
    dying.executeAll();
    assertThat(stores.runs().calls(run))
        .extracting(CallState::status)
        .containsOnly(ToolCallStatus.RUNNING);

    takenUp.set(true);
    clock.advance(RuntimeStores.LEASE.plusSeconds(1));
    stores.mailbox().leases().reclaimExpired(10);
    TestNode next = node(SEQUENTIAL, stores.commits());
    next.starter.claimDue();
    next.executeAll();

    assertThat(firstIsDone).isTrue();
    assertThat(stores.threads().history(THREAD))
        .extracting(Message::text)
        .last()
        .asString()
        .contains("no more of these", "it had started before, and its effect is unknown");
  }

  private TestNode node(ToolExecutionMode mode, RunCommit commits) {
    var model =
        new RecordingModel(
            Script.builder()
                .calls("first", Map.of("value", "x"))
                .andCalls("second", Map.of("value", "x"))
                .says("done"));
    return new TestNode(
        stores.with(commits),
        model,
        agent -> agent.toBuilder().toolExecutionMode(mode).build(),
        List.of(new CountingPlugin(), strict()),
        first,
        second);
  }

  /** Prevents further calls after the first resumed one. */
  private Plugin strict() {
    return new TestPlugin(
        "strict",
        r ->
            r.registerToolGateHook(
                context ->
                    firstIsDone.get()
                        ? Optional.of(new ToolIntercept.Block("no more of these"))
                        : Optional.empty()));
  }
}
