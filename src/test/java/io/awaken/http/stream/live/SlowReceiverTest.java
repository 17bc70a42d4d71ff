package io.awaken.http.stream.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.fixture.Failures;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.store.memory.bus.MemoryBus;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tails of other nodes are handled in order for each run, and do not block readers of other runs.
 */
@Timeout(30)
@Failures("F41")
class SlowReceiverTest {

  private static final RunId SLOW = new RunId("slow");
  private static final RunId QUICK = new RunId("quick");

  private final MemoryBus bus = new MemoryBus(Runnable::run);
  private final EventBus foreign = bus.join();
  private final LiveHub hub =
      new LiveHub(
          bus.join(),
          System::nanoTime,
          task -> Thread.ofVirtual().start(task),
          StreamSettings.Times.DEFAULTS);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final Receiver slow = new Receiver();
  private final Receiver quick = new Receiver();

  @Test
  void aSlowReceiverOfOneRunDoesNotDelayAnotherRun() throws Exception {
    hub.subscribe(SLOW, slow);
    hub.subscribe(QUICK, quick);
    slow.blocks = true;

    publish(SLOW, 1);
    assertThat(slow.next()).isEqualTo("begun");
    publish(SLOW, 2);
    publish(QUICK, 1);
    publish(QUICK, 2);

    assertThat(quick.next()).isEqualTo("1");
    assertThat(quick.next()).isEqualTo("2");
    goesOn.countDown();
    assertThat(slow.next()).isEqualTo("1");
    assertThat(slow.next()).isEqualTo("2");
  }

  @Test
  void tailsOfOneRunAreDeliveredInOrder() throws Exception {
    hub.subscribe(QUICK, quick);

    LongStream.rangeClosed(1, 200).forEach(number -> publish(QUICK, number));

    for (int number = 1; number <= 200; number++) {
      assertThat(quick.next()).isEqualTo("" + number);
    }
  }

  @Test
  void aSlowReceiverIsNotifiedOfLostItems() throws Exception {
    hub.subscribe(SLOW, slow);
    slow.blocks = true;
    publish(SLOW, 0);
    assertThat(slow.next()).isEqualTo("begun");

    LongStream.rangeClosed(1, 1_000).forEach(number -> publish(SLOW, number));
    goesOn.countDown();

    int taken = 0;
    for (String next = slow.next(); !next.equals("missed"); next = slow.next()) {
      assertThat(next).isEqualTo("" + taken++);
    }
    assertThat(taken).isBetween(100, 500);
    publish(SLOW, 1_001);
    assertThat(slow.next()).isEqualTo("1001");
  }

  @Test
  void aTailThatNoReaderCanUseDoesNotBlockLaterOnes() throws Exception {
    hub.subscribe(QUICK, quick);
    var nothing = new StreamEvent(new Cursor(1, 1), Instant.EPOCH, null, Set.of());

    foreign.publish(new Hint.Tail(QUICK, 1, 0, 7, false, List.of(nothing)));
    publish(QUICK, 8);

    assertThat(quick.next()).isEqualTo("8");
  }

  private void publish(RunId run, long committed) {
    foreign.publish(new Hint.Tail(run, 1, 0, committed, false, List.of()));
  }

  private final class Receiver implements LiveReader {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private volatile boolean blocks;

    String next() throws InterruptedException {
      String next = received.poll(20, TimeUnit.SECONDS);
      assertThat(next).as("something received").isNotNull();
      return next;
    }

    @Override
    public void elsewhere(Elsewhere tail) {
      if (blocks) {
        blocks = false;
        received.add("begun");
        try {
          goesOn.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      received.add("" + tail.committed());
    }

    @Override
    public void missed() {
      received.add("missed");
    }

    @Override
    public void joined(Activation now, boolean endedHere) {}

    @Override
    public void opened(long epoch, long lastSequence) {}

    @Override
    public void event(StreamItem.Event event) {}

    @Override
    public void closed(long epoch, boolean readLog, long committed) {}

    @Override
    public void failed(Throwable failure) {
      received.add("failed");
    }
  }
}
