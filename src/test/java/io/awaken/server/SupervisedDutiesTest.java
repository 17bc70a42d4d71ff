package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.message.Message;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.ClaimStore;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.QueueStore;
import io.awaken.core.store.job.SubmitStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.supervision.Supervisor;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RecordingSinks;
import io.awaken.fixture.Registries;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.runtime.RuntimeStores;
import io.awaken.server.concurrency.ServerThreads;
import io.awaken.server.settings.Settings;
import io.awaken.store.memory.MemoryStores;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each duty of a node works again soon after an {@link OutOfMemoryError}. Uses real timers with the
 * shortest allowed intervals.
 */
@Failures("F54")
@Timeout(60)
class SupervisedDutiesTest {

  private static final Map<String, String> TIMES =
      Map.of(
          "awaken.mailbox.poll", "PT0.1S",
          "awaken.mailbox.sweep", "PT0.1S",
          "awaken.mailbox.lease", "PT3S",
          "awaken.mailbox.renew", "PT0.5S",
          "awaken.mailbox.collect", "PT1S",
          "awaken.events.purge", "PT1S");

  private final Settings settings =
      new Settings(key -> Optional.ofNullable(TIMES.get(key))).checked();
  private final ServerThreads threads =
      new ServerThreads(SupervisedDutiesTest.class.getClassLoader());
  private final MemoryStores stores = new MemoryStores(InstantSource.system(), Stores.SETTINGS);
  private final CountDownLatch again = new CountDownLatch(1);
  private final CountDownLatch finish = new CountDownLatch(1);
  @AutoClose private final CapturedLog log = new CapturedLog(Supervisor.class);
  private String failing = "none";
  private boolean failed;
  private EventBus bus = EventBus.NONE;
  private Node node;

  @AfterEach
  void end() {
    finish.countDown();
    if (node != null) {
      node.drain();
    }
    bus.close();
    threads.close();
  }

  /** The first call of the method throws an out-of-memory error; the next one is counted. */
  private synchronized void called(String method) {
    if (!method.equals(failing)) {
      return;
    }
    if (!failed) {
      failed = true;
      throw new OutOfMemoryError("injected into " + method);
    }
    again.countDown();
  }

  private void awaitAgain() throws InterruptedException {
    assertThat(again.await(50, TimeUnit.SECONDS)).as(failing + " is called again").isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "waiting, awaken-dispatcher died",
    "renew, awaken-leases died",
    "reclaimExpired, ''",
    "collect, ''",
    "purge, ''"
  })
  void aDutyWorksAgainAfterRunningOutOfMemory(String method, String logged) throws Exception {
    failing = method;
    start();
    // Something to renew, and a lease that has run out.
    stores.mailbox().submits().submit(submission("executing", null));
    stores.mailbox().submits().submit(submission("lost", new ClaimToken("of-another-node")));

    awaitAgain();
    if (!logged.isEmpty()) {
      assertThat(log.warnings()).anyMatch(line -> line.startsWith(logged));
    }
    assertThat(threads.supervisor().dead()).isEmpty();
  }

  @Test
  void theBusWorksAgain() throws Exception {
    failing = "hears";
    bus =
        new EventBus() {
          @Override
          public boolean publishFrom(Source source) {
            return false;
          }

          @Override
          public void subscribe(Consumer<Hint> listener) {}

          @Override
          public Map<String, Runnable> duties() {
            return Map.of("awaken-bus-listener", () -> called("hears"));
          }

          @Override
          public void close() {}
        };
    start();

    awaitAgain();
    assertThat(log.warnings()).anyMatch(line -> line.startsWith("awaken-bus-listener died"));
  }

  /** Like the watches over leases, plugins, lost runs and carriers. */
  @Test
  void aWatchWorksAgainAfterRunningOutOfMemory() throws Exception {
    failing = "watches";
    start();
    threads.repeat("awaken-test-watch", Duration.ofMillis(10), () -> called("watches"));

    awaitAgain();
    assertThat(log.warnings()).anyMatch(line -> line.startsWith("awaken-test-watch died"));
  }

  private void start() {
    var registry = LiveRegistry.of(Registries.with().snapshot());
    RuntimeStores ports = RuntimeStores.of(stores);
    var failingPorts =
        new RuntimeStores(
            ports.threads(),
            ports.runs(),
            around(SuspensionStore.class, ports.suspensions()),
            around(EventLog.class, ports.log()),
            ports.commits(),
            new MailboxStore(
                around(SubmitStore.class, ports.mailbox().submits()),
                around(ClaimStore.class, ports.mailbox().claims()),
                around(LeaseStore.class, ports.mailbox().leases()),
                around(QueueStore.class, ports.mailbox().queue())),
            ports.tools(),
            ports.profile(),
            ports.documents(),
            ports.outbox());
    node =
        new Node(
            settings,
            failingPorts.pinning(registry),
            registry,
            new Node.Watched(
                new RecordingSinks(),
                runs -> (claim, signals) -> awaitEnd(),
                RunObserver.NONE,
                bus),
            new ToolFanOut(
                threads.runs(), threads.runs(), new ToolFanOut.Limits(4), System::nanoTime),
            TokenEstimator.HEURISTIC,
            threads,
            new AnonymousAccess(Optional.empty(), List.of()),
            Node.Outside.NOBODY);
    node.start();
  }

  private void awaitEnd() {
    try {
      finish.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <T> T around(Class<T> port, T behind) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, arguments) -> {
              if (method.getName().equals("pinning")) {
                return around(port, port.cast(method.invoke(behind, arguments)));
              }
              called(method.getName());
              try {
                return method.invoke(behind, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static Submission submission(String name, ClaimToken claim) {
    return new Submission(
        new RunId(name),
        new ThreadId(name),
        new JobId(name),
        "a",
        Caller.ANONYMOUS,
        null,
        List.of(Message.user("m-" + name, "hi")),
        claim);
  }
}
