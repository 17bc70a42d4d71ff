package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.ChangingTools;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedAdapter;
import io.awaken.provider.scripted.ScriptedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file changes 50 times while a tool source adds and removes tools: 100 live runs keep their
 * version, and each new run sees the newest one.
 */
@Rows({31, 235, 236})
class RunsDuringChangesTest {

  private static final int RUNS = 100;
  private static final int CHANGES = 50;
  private static final FunctionTool SHARED = FunctionTool.answering("shared", "x");

  @TempDir Path directory;
  private final ChangingTools source = new ChangingTools("churn");
  private final PacedModel model = new PacedModel();
  private final AtomicInteger churns = new AtomicInteger();
  private volatile boolean over;

  @Test
  @Timeout(60)
  void liveRunsContinueAndNewOnesSeeTheNewestVersion() throws Exception {
    var folder = new EditedFolder(directory);
    folder.write("providers/p.yaml", "adapter: paced\n");
    folder.write("models/m.yaml", "provider_id: p\nupstream_model: x\n");
    write(folder, 0);
    var documents =
        folder.open(
            List.of(new PacedAdapter(), new ScriptedAdapter(path -> null)),
            PluginSet.of(List.of(new LoopActionsPlugin()), List.of()));
    source.offer(SHARED);
    new ToolSources(documents.registry(), List.of(source), true).open();
    var node = new TestNode(TestNode.inMemory(), documents.registry());

    List<RunId> live = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < RUNS; i++) {
        live.add(node.submit("live-" + i, "hi"));
      }
      node.startAll(threads);
      model.asked.await();
      var churning = threads.submit(this::churn);
      try {
        change(folder, node);
      } finally {
        over = true;
        model.firstAnswers.countDown();
        model.lastAnswers.countDown();
      }
      churning.get();
    }

    for (RunId run : live) {
      assertThat(node.record(run).termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(node.record(run).finalOutput()).isEqualTo("done");
    }
    assertThat(model.liveRequests).hasSize(2 * RUNS);
    assertThat(model.liveTools).containsExactly(Set.of("shared"));
    assertThat(SHARED.calls()).hasSizeGreaterThanOrEqualTo(RUNS);
    assertThat(churns.get()).isGreaterThan(CHANGES);
    assertThat(folder.problems()).isEmpty();
  }

  private void change(EditedFolder folder, TestNode node) {
    for (int i = 1; i <= CHANGES; i++) {
      write(folder, i);
      folder.poll();
      folder.poll();
      RunId fresh = node.submit("fresh-" + i, "hi");
      node.executeAll();
      assertThat(node.record(fresh).termination()).isEqualTo(new TerminationReason.NaturalEnd());
      assertThat(model.prompts).last().isEqualTo("version " + i);
      if (i == CHANGES / 2) {
        model.firstAnswers.countDown();
      }
    }
  }

  private static void write(EditedFolder folder, int version) {
    folder.write("agents/a.yaml", "model_id: m\nsystem_prompt: version " + version + "\n");
  }

  /** Adds and removes tools continuously; the one that live runs call is soon removed. */
  private void churn() {
    while (!over) {
      int n = churns.incrementAndGet();
      source.offer(FunctionTool.answering("extra-" + n % 7, "x"));
      source.offer();
    }
  }

  private final class PacedAdapter implements LlmAdapter {
    @Override
    public String name() {
      return "paced";
    }

    @Override
    public LlmExecutor create(ProviderSpec provider) {
      return model;
    }
  }

  /** Answers of live runs wait; new runs end at once. */
  private static final class PacedModel implements LlmExecutor {
    private static final String LIVE = "version 0";

    final CountDownLatch asked = new CountDownLatch(RUNS);
    final CountDownLatch firstAnswers = new CountDownLatch(1);
    final CountDownLatch lastAnswers = new CountDownLatch(1);
    final List<String> prompts = new CopyOnWriteArrayList<>();
    final List<LlmRequest> liveRequests = new CopyOnWriteArrayList<>();
    final Set<Set<String>> liveTools = ConcurrentHashMap.newKeySet();
    private final LlmExecutor calling =
        new ScriptedModel(
            Script.builder().calls("shared", Map.of("value", "x")).says("done").build());
    private final LlmExecutor saying = new ScriptedModel(Script.builder().says("new").build());

    @Override
    public StreamResult execute(
        LlmRequest request, LlmListener listener, CancellationToken cancellation)
        throws InferenceException {
      if (!LIVE.equals(request.system())) {
        prompts.add(request.system());
        return saying.execute(request, listener, cancellation);
      }
      liveRequests.add(request);
      var tools = new HashSet<String>();
      request.tools().forEach(tool -> tools.add(tool.id()));
      liveTools.add(tools);
      boolean first = request.messages().size() == 1;
      asked.countDown();
      try {
        (first ? firstAnswers : lastAnswers).await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return calling.execute(request, listener, cancellation);
    }
  }
}
