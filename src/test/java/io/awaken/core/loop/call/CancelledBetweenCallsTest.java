package io.awaken.core.loop.call;

import static io.awaken.core.spec.ToolExecutionMode.SEQUENTIAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.Phase;
import io.awaken.fixture.AskedRun;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No tool starts in a cancelled run. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CancelledBetweenCallsTest {

  @ParameterizedTest
  @EnumSource(names = {"AFTER_TOOL_EXECUTE", "BEFORE_TOOL_EXECUTE"})
  void aCancellationBetweenTwoCallsPreventsTheSecond(Phase between) {
    var run = new AskedRun(RuntimeStores.inMemory(InstantSource.system()), SEQUENTIAL, List.of());
    run.node()
        .whenEntering(
            between,
            () -> {
              if (run.called.equals(List.of("a"))) {
                run.cancel();
              }
            });

    run.start();

    assertThat(run.called).containsExactly("a");
    assertThat(run.record().termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(run.calls()).isEqualTo("a=succeeded b=cancelled c=cancelled");
    assertThat(run.results()).hasSize(3);
  }
}
