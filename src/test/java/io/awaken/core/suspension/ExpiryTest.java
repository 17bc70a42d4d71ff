package io.awaken.core.suspension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(184)
class ExpiryTest {

  private static final Expiry LONGEST =
      new Expiry(Duration.ofDays(3_650).toMillis(), DecisionAction.RESUME);

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores = RuntimeStores.inMemory(clock);

  @ParameterizedTest
  @ValueSource(longs = {315_360_000_001L, Long.MAX_VALUE})
  void anExpiryBeyondTenYearsIsRefusedWithTheLimit(long millis) {
    assertThatThrownBy(() -> new Expiry(millis, DecisionAction.RESUME))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("" + millis)
        .hasMessageContaining("the limit is 315360000000");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void anExpiryMustBePositive(long millis) {
    assertThatThrownBy(() -> new Expiry(millis, DecisionAction.RESUME))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must lie ahead");
  }

  @Test
  void theLongestExpiryEndsExactlyAtItsTime() {
    var run = asked(LONGEST.afterMillis());
    assertThat(run.question("a").expiresAt()).isEqualTo(clock.millis() + LONGEST.afterMillis());

    clock.advance(Duration.ofMillis(LONGEST.afterMillis() - 1));
    assertThat(stores.suspensions().expire(10)).isEmpty();

    clock.advance(Duration.ofMillis(1));
    assertThat(stores.suspensions().expire(10)).hasSize(1);
  }

  @Test
  void aGateWithATooLongExpiryOpensNothing() {
    try (var log = new CapturedLog("io.awaken.core.loop.AgentLoop")) {
      var run = asked(Long.MAX_VALUE);

      assertThat(stores.suspensions().expire(10)).isEmpty();
      assertThat(run.status()).isEqualTo("Error");
      assertThat(run.called).isEmpty();
      assertThat(log.warnings()).singleElement().asString().contains("plugin asks failed");
    }
  }

  @Test
  void aToolWithATooLongExpiryFailsAndTheRunContinues() {
    var tool =
        new FunctionTool(
            "echo",
            (arguments, call) ->
                ToolResult.suspended(
                    "echo",
                    SuspendTicket.approval("x", "May I?").expiring(expiry(Long.MAX_VALUE))));
    var script = Script.builder().calls("echo", Map.of("value", "x")).says("done");
    var node = new TestNode(stores, new RecordingModel(script), agent -> agent, List.of(), tool);
    try (var log = new CapturedLog("io.awaken.core.loop.call.ToolRunner")) {
      var run = node.run("t", "go");

      assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(stores.suspensions().ofRun(run.runId())).isEmpty();
      assertThat(log.warnings()).singleElement().asString().contains("limit is 315360000000");
    }
  }

  private AskedRun asked(long millis) {
    return new AskedRun(
            stores,
            ToolExecutionMode.SEQUENTIAL,
            List.of("a"),
            ticket -> ticket.expiring(expiry(millis)))
        .start();
  }

  private static Expiry expiry(long millis) {
    return new Expiry(millis, DecisionAction.RESUME);
  }
}
