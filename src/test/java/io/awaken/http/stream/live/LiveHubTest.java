package io.awaken.http.stream.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.fixture.Failures;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.store.memory.bus.MemoryBus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveHubTest {

  private static final RunId RUN = new RunId("r");

  private final LiveHub hub =
      new LiveHub(
          new MemoryBus(Runnable::run).join(),
          System::nanoTime,
          Runnable::run,
          StreamSettings.Times.DEFAULTS);

  /** A node that cannot confirm its lease gives a run up on another thread than the run's. */
  @Test
  @Failures("F16")
  void aRunThatIsGivenUpWhileItBeginsIsClosedForEachReaderAfterItWasOpened() {
    var first = new Reader(() -> hub.abandon(RUN, 1));
    var second = new Reader(() -> {});
    hub.subscribe(RUN, first);
    hub.subscribe(RUN, second);

    hub.open(RUN, 1, 0).close(false);

    assertThat(first.calls).containsExactly("joined", "opened 1", "closed 1");
    assertThat(second.calls).containsExactly("joined", "opened 1", "closed 1");
  }

  @Test
  void aReaderThatJoinsARunIsToldOfItsEndOnce() {
    var reader = new Reader(() -> {});
    var sink = hub.open(RUN, 1, 0);
    hub.subscribe(RUN, reader);

    hub.abandon(RUN, 1);
    sink.close(true);

    assertThat(reader.calls).containsExactly("joined live", "closed 1");
  }

  private record Reader(Runnable whenOpened, List<String> calls) implements LiveReader {

    Reader(Runnable whenOpened) {
      this(whenOpened, new ArrayList<>());
    }

    @Override
    public void joined(Activation now, boolean endedHere) {
      calls.add(now == null ? "joined" : "joined live");
    }

    @Override
    public void opened(long epoch, long lastSequence) {
      calls.add("opened " + epoch);
      whenOpened.run();
    }

    @Override
    public void event(StreamItem.Event event) {
      calls.add("event");
    }

    @Override
    public void closed(long epoch, boolean readLog, long committed) {
      calls.add("closed " + epoch);
    }

    @Override
    public void elsewhere(Elsewhere tail) {
      calls.add("elsewhere");
    }

    @Override
    public void missed() {
      calls.add("missed");
    }

    @Override
    public void failed(Throwable failure) {
      calls.add("failed");
    }
  }
}
