package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.store.job.QueueWatch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class StoreProbeTest {

  private final StoreProbe probe = new StoreProbe();

  @Test
  void theNextQueryRunsHoweverTheLastOneEnded() throws Exception {
    BlockingQueue<Throwable> failures =
        new LinkedBlockingQueue<>(
            List.of(new NoClassDefFoundError("first"), new IllegalStateException("second")));
    probe.queue =
        answering(
            () -> {
              Throwable failure = failures.poll();
              if (failure instanceof Error error) {
                throw error;
              } else if (failure != null) {
                throw (RuntimeException) failure;
              }
              return Optional.empty();
            });

    assertThatThrownBy(probe::ask).hasRootCauseMessage("first");
    assertThatThrownBy(probe::ask).hasRootCauseMessage("second");
    assertThat(probe.ask()).isEmpty();
  }

  @Test
  void aQueryWithoutAThreadReleasesTheNext() throws Exception {
    ThreadFactory virtual = probe.threads;
    probe.queue = answering(Optional::empty);
    probe.threads =
        task -> {
          throw new OutOfMemoryError("unable to create native thread");
        };
    assertThatThrownBy(probe::ask).hasRootCauseMessage("unable to create native thread");

    probe.threads = virtual;
    assertThat(probe.ask()).isEmpty();
  }

  private static QueueWatch answering(Supplier<Optional<QueueWatch.Due>> next) {
    return new QueueWatch() {
      @Override
      public Optional<Due> nextDue() {
        return next.get();
      }

      @Override
      public Figures figures() {
        throw new UnsupportedOperationException();
      }
    };
  }
}
