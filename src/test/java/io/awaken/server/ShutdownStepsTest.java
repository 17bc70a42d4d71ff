package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShutdownStepsTest {

  private final List<String> done = new ArrayList<>();

  @Test
  void everyStepRunsAlthoughEarlierOnesThrow() {
    var steps =
        new ShutdownSteps()
            .then("open the gate", "requests wait", () -> done.add("gate"))
            .then(
                "end the streams",
                "readers reconnect",
                () -> {
                  throw new NoClassDefFoundError("gone");
                })
            .then("close the bus", "it ends later", () -> done.add("bus"))
            .then(
                "close the plugins",
                "they stay open",
                () -> {
                  throw new Exception("stuck");
                });
    try (var log = new CapturedLog(ShutdownSteps.class)) {
      steps.run();

      assertThat(done).containsExactly("gate", "bus");
      assertThat(log.warnings())
          .containsExactly(
              "Shutdown could not end the streams; readers reconnect. Next: close the bus: gone",
              "Shutdown could not close the plugins; they stay open. Next: nothing, this was the"
                  + " last step: stuck");
    }
  }

  @Test
  void stepsRunOnce() {
    var steps = new ShutdownSteps().then("close", "it stays open", () -> done.add("closed"));

    steps.run();
    steps.run();

    assertThat(done).hasSize(1);
  }

  @Test
  void anInterruptionStaysVisibleToLaterSteps() {
    try (var log = new CapturedLog(ShutdownSteps.class)) {
      new ShutdownSteps()
          .then(
              "wait",
              "it is cut short",
              () -> {
                throw new InterruptedException();
              })
          .then("look", "", () -> done.add("" + Thread.interrupted()))
          .run();

      assertThat(done).containsExactly("true");
      assertThat(log.warnings()).hasSize(1);
    }
  }
}
