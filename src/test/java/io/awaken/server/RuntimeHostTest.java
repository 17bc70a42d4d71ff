package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.fixture.CapturedLog;
import io.awaken.server.concurrency.ServerThreads;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RuntimeHostTest {

  /** A bus that cannot be closed, as when Payara can no longer load one of its classes. */
  private static final class StuckBus implements EventBus {
    @Override
    public boolean publishFrom(Source source) {
      return false;
    }

    @Override
    public void subscribe(Consumer<Hint> listener) {}

    @Override
    public void close() {
      throw new NoClassDefFoundError("gone");
    }
  }

  @Test
  void threadsEndAlthoughTheBusCannotBeClosed() {
    var host = new RuntimeHost();
    host.bus = new StuckBus();
    host.threads = new ServerThreads(getClass().getClassLoader());
    try (var log = new CapturedLog(ShutdownSteps.class)) {
      host.close();

      assertThat(host.threads.runs().isTerminated()).isTrue();
      assertThat(log.warnings())
          .containsExactly(
              "Shutdown could not close the bus between nodes; the last notifications are lost."
                  + " Next: end the threads: gone");
    }
  }
}
