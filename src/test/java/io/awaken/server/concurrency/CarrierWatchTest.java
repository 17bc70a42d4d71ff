package io.awaken.server.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ManualExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class CarrierWatchTest {

  private static final int CHECKS_AT_START = 20;
  private static final int CHECKS_OF_A_MINUTE = 120;

  private final ManualExecutor virtual = new ManualExecutor();
  private final Counted carriers = new Counted(2);
  private boolean outOfThreads;
  private final CarrierWatch watch = new CarrierWatch(carriers, virtual);

  @Test
  void extraCarriersAtStartAreRemovedAfterTenQuietSeconds() {
    checks(CHECKS_AT_START - 1);
    assertThat(carriers.changes).containsExactly(256);

    checks(CHECKS_OF_A_MINUTE * 3);

    assertThat(carriers.changes).containsExactly(256, 2);
  }

  @Test
  void addedCarriersStayForAQuietMinute() {
    silentChecks(2);
    checks(CHECKS_OF_A_MINUTE - 1);
    assertThat(carriers.changes).containsExactly(256, 512);

    checks(1);

    assertThat(carriers.changes).containsExactly(256, 512, 2);
  }

  @Test
  void aCheckWithoutAnAnswerIsNotTheLastOne() {
    var watching =
        new CarrierWatch(
            carriers,
            task -> {
              if (outOfThreads) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              virtual.execute(task);
            });
    virtual.runAll();
    outOfThreads = true;
    assertThatThrownBy(watching::run).isInstanceOf(OutOfMemoryError.class);

    outOfThreads = false;
    watching.run();
    watching.run();
    assertThat(virtual.waiting()).isPositive();
  }

  @Test
  void oneLateAnswerChangesNothing() {
    checks(CHECKS_OF_A_MINUTE);
    watch.run();
    checks(1);

    assertThat(carriers.changes).containsExactly(256, 2);
  }

  @Test
  void carriersAreAddedWhenNoVirtualThreadAnswersAndRecoveryIsLogged() {
    checks(CHECKS_OF_A_MINUTE);
    try (var log = new CapturedLog(CarrierWatch.class)) {
      silentChecks(4);

      assertThat(carriers.changes).containsExactly(256, 2, 256, 512, 1024);
      assertThat(log.warnings()).isEmpty();

      checks(CHECKS_OF_A_MINUTE);

      assertThat(carriers.changes).endsWith(1024, 2);
      assertThat(log.warnings()).singleElement().asString().contains("were stalled");
    }
  }

  @Test
  void aStoppingNodeRestoresTheJvmsSettings() {
    checks(1);

    watch.restore();
    watch.restore();

    assertThat(carriers.changes).containsExactly(256, 2);
  }

  @Test
  void addingHasALimitThatIsLoggedOnce() {
    try (var log = new CapturedLog(CarrierWatch.class)) {
      silentChecks(20);

      assertThat(carriers.changes).containsExactly(256, 512, 1024);
      assertThat(log.warnings()).singleElement().asString().contains("no run continues");
    }
  }

  @Test
  void theJvmsOwnCarriersAreNeverRemoved() {
    var many = new Counted(3_000);
    try (var log = new CapturedLog(CarrierWatch.class)) {
      var watched = new CarrierWatch(many, virtual);
      for (int check = 0; check < 4; check++) {
        watched.run();
      }

      assertThat(many.changes).isEmpty();
    }
  }

  @Test
  @Timeout(30)
  @EnabledForJreRange(min = JRE.JAVA_24)
  void virtualThreadsContinueWhenAllCarriersWaitForAnUnmountedThread() throws InterruptedException {
    Carriers jvm = Carriers.ofThisJvm().orElseThrow();
    int usual = jvm.count();
    try (var log = new CapturedLog(CarrierWatch.class)) {
      var started = new AtomicBoolean();
      var watched =
          new CarrierWatch(
              jvm,
              task -> {
                if (started.get()) {
                  Thread.ofVirtual().start(task);
                }
              });
      watched.restore();
      started.set(true);
      List<Thread> holding = holdAllCarriers(usual);
      Thread awaited = Thread.ofVirtual().start(Keeping.LET_GO::countDown);
      while (awaited.isAlive()) {
        watched.run();
        awaited.join(Duration.ofMillis(20));
      }
      for (Thread thread : holding) {
        thread.join();
      }

      assertThat(jvm.count()).isGreaterThan(usual);
    } finally {
      jvm.count(usual);
    }
  }

  /**
   * A virtual thread that waits while a class is initialised does not leave its carrier. The JVM
   * may have more carriers than it is set to, because an earlier test needed them: threads are
   * added until none of those that start runs.
   */
  private static List<Thread> holdAllCarriers(int count) throws InterruptedException {
    var holding = new ArrayList<Thread>();
    for (int number = 0; number < count; number++) {
      holding.add(holdCarrier());
    }
    while (Thread.ofVirtual().start(() -> {}).join(Duration.ofMillis(300))) {
      holding.add(holdCarrier());
    }
    return holding;
  }

  private static Thread holdCarrier() {
    return Thread.ofVirtual().start(Keeping.Initialised::touch);
  }

  private void checks(int count) {
    for (int check = 0; check < count; check++) {
      virtual.runAll();
      watch.run();
    }
  }

  private void silentChecks(int count) {
    for (int check = 0; check < count; check++) {
      watch.run();
    }
  }

  /** Accepts any number, and records the changes. */
  private static final class Counted implements Carriers {

    private final List<Integer> changes = new ArrayList<>();
    private int count;

    Counted(int count) {
      this.count = count;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void count(int wanted) {
      if (wanted != count) {
        changes.add(wanted);
      }
      count = wanted;
    }
  }

  private static final class Keeping {

    static final CountDownLatch LET_GO = new CountDownLatch(1);

    /** Its first user waits here for the latch, the others for the first. */
    private static final class Initialised {
      static {
        try {
          LET_GO.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }

      static void touch() {}
    }
  }
}
