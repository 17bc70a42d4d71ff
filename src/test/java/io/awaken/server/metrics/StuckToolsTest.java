package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.ToolFanOut;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.mailbox.RunRequest;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.RunStatus;
import io.awaken.core.runtime.RuntimeStores;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.RecordingSinks;
import io.awaken.fixture.Registries;
import io.awaken.provider.scripted.Script;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Failures("F31")
class StuckToolsTest {

  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final Executor executor = task -> threads.add(Thread.ofVirtual().start(task));
  private final CountDownLatch back = new CountDownLatch(1);
  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());
  private final CountingIds ids = new CountingIds();
  private final RuntimeMetrics metrics = new RuntimeMetrics();

  @Test
  void aToolThatNobodyWaitsForIsCountedUntilItComesBack() throws InterruptedException {
    var fanOut =
        new ToolFanOut(
            executor, executor, new ToolFanOut.Limits(1, Duration.ofMillis(500)), System::nanoTime);
    metrics.watch(fanOut);
    assertThat(stuck()).isZero();

    Claim claim = claim();
    loop(fanOut).run(claim, new RunSignals());
    assertThat(stores.runs().find(claim.runId()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(stuck()).isOne();

    back.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(stuck()).isZero();
  }

  private double stuck() {
    return metrics.scrape().stream()
        .filter(figure -> figure.getMetadata().getName().equals("awaken_stuck_tools"))
        .map(figure -> ((GaugeSnapshot) figure).getDataPoints().getFirst().getValue())
        .findFirst()
        .orElseThrow();
  }

  private Claim claim() {
    var submission = RunRequest.of("a", "go").submission(ids, new ClaimToken("token"));
    return ((SubmitResult.Claimed) stores.mailbox().submit(submission)).claim();
  }

  private AgentLoop loop(ToolFanOut fanOut) {
    var model = new RecordingModel(Script.builder().calls("deaf", Map.of("value", "x")).says("ok"));
    RegistrySnapshot registry =
        Registries.with(AgentSpec.of("a", "m"))
            .tools(new FunctionTool("deaf", (arguments, context) -> awaitDeaf()))
            .models(model, model)
            .snapshot();
    return new AgentLoop(
        () -> registry,
        new LoopPorts(
            stores.threads(),
            stores.runs(),
            stores.suspensions(),
            stores.log(),
            stores.commits(),
            new RecordingSinks()),
        new PartCaller(new HookWatch(System::nanoTime, executor, thread -> {}), executor),
        fanOut,
        new AgentLoop.NodeLife(() -> false, stores.mailbox()::release),
        new AgentLoop.Time(InstantSource.system(), ids));
  }

  private ToolResult awaitDeaf() {
    while (back.getCount() > 0) {
      try {
        back.await();
      } catch (InterruptedException e) {
        // Takes no notice.
      }
    }
    return ToolResult.error("deaf", "too late");
  }
}
