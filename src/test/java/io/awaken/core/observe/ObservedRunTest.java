package io.awaken.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.duty.ForceEndOverdueRuns;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Reclaimed;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** An observer gets each fact of a run once, in order, with the run that it is about. */
class ObservedRunTest {

  private static final long NOW = 7;

  private final List<String> facts = new CopyOnWriteArrayList<>();
  private final RunObserver observer = recording(facts);

  /** Notes each fact with its run, and whether it has the time at which its work began. */
  private static RunObserver recording(List<String> facts) {
    return (RunObserver)
        Proxy.newProxyInstance(
            RunObserver.class.getClassLoader(),
            new Class<?>[] {RunObserver.class},
            (self, method, arguments) -> {
              if (method.getName().equals("now")) {
                return NOW;
              }
              facts.add(
                  Arrays.stream(arguments)
                      .map(ObservedRunTest::text)
                      .collect(Collectors.joining(" ", method.getName() + " ", "")));
              return null;
            });
  }

  private static String text(Object argument) {
    return switch (argument) {
      case null -> "-";
      case RunIdentity run -> text(run.threadId(), run.agentId(), run.caller());
      case Claim claim -> text(claim.fence().threadId(), claim.agentId(), claim.caller());
      case AgentEvent event -> event.getClass().getSimpleName();
      case RunId run -> "run";
      case Caller caller -> caller.anonymous() ? "anonymous" : caller.subject();
      case TokenUsage usage -> "usage";
      case Long time -> time == NOW ? "since" : "no time";
      case String id when id.startsWith("id-") -> "id";
      default -> argument.toString();
    };
  }

  private static String text(ThreadId thread, String agent, Caller caller) {
    return thread.value() + "/" + agent + "/" + text(caller);
  }

  private TestNode node(RuntimeStores stores, ScriptBuilder script) {
    return new TestNode(
        stores,
        TestNode.observed(observer),
        new ScriptedModel(script.build()),
        agent -> agent,
        List.of(),
        FunctionTool.answering("look", "sun"));
  }

  @Test
  void aRunWithACallIsObservedFromItsSubmissionToItsEnd() {
    node(TestNode.inMemory(), Script.builder().calls("look", Map.of("value", "Bern")).says("fine"))
        .run("t", "weather?");

    assertThat(facts)
        .containsExactly(
            "submitted run t a anonymous claimed since",
            "started t/a/anonymous",
            "published t/a/anonymous RunStart since",
            "published t/a/anonymous StepStart since",
            "modelStarted t/a/anonymous m",
            "modelFirstPiece t/a/anonymous m since",
            "published t/a/anonymous ToolCallStart since",
            "modelEnded t/a/anonymous m - - since",
            "committed t/a/anonymous COMMIT true since",
            "published t/a/anonymous InferenceComplete since",
            "published t/a/anonymous ToolCallReady since",
            "toolStarted t/a/anonymous call_1_1 look",
            "toolEnded t/a/anonymous call_1_1 look false since",
            "committed t/a/anonymous COMMIT true since",
            "published t/a/anonymous ToolCallDone since",
            "published t/a/anonymous StepEnd since",
            "published t/a/anonymous StepStart since",
            "modelStarted t/a/anonymous m",
            "modelFirstPiece t/a/anonymous m since",
            "modelEnded t/a/anonymous m - - since",
            "committed t/a/anonymous FINISH true since",
            "published t/a/anonymous InferenceComplete since",
            "published t/a/anonymous StepEnd since",
            "published t/a/anonymous RunFinish since",
            "left t/a/anonymous -");
  }

  @Test
  void aFailedModelCallIsObservedWithItsKind() {
    node(TestNode.inMemory(), Script.builder().fails(InferenceException.Kind.UNAUTHORIZED))
        .run("t", "hello");

    assertThat(facts)
        .containsExactly(
            "submitted run t a anonymous claimed since",
            "started t/a/anonymous",
            "published t/a/anonymous RunStart since",
            "published t/a/anonymous StepStart since",
            "modelStarted t/a/anonymous m",
            "modelEnded t/a/anonymous m - unauthorized since",
            "committed t/a/anonymous FINISH true since",
            "published t/a/anonymous Error since",
            "published t/a/anonymous StepEnd since",
            "published t/a/anonymous RunFinish since",
            "left t/a/anonymous -");
  }

  /** Nobody learns of an ending that was not stored. */
  @Test
  void aRefusedEndingIsObservedAsAWriteOnly() {
    RuntimeStores stores = TestNode.inMemory();
    var commits =
        new ForwardingCommit(stores.commits()) {
          @Override
          public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
            throw new StaleFence(fence);
          }
        };
    TestNode node = node(stores.with(commits), Script.builder().says("fine"));
    node.submit("t", "hello");
    node.executeAll();

    assertThat(facts)
        .contains("committed t/a/anonymous FINISH false since")
        .noneMatch(fact -> fact.contains("RunFinish"));
  }

  @Test
  void twoObserversGetTheSameInOrder() throws ReflectiveOperationException {
    var both = new CopyOnWriteArrayList<String>();
    var others = new CopyOnWriteArrayList<String>();
    RunObserver pair = new RunObserver() {}.and(recording(both)).and(recording(others));
    for (Method method : facts()) {
      method.invoke(pair, absent(method));
    }

    assertThat(both).hasSameSizeAs(facts()).isEqualTo(others);
    assertThat(pair.now()).isEqualTo(NOW);
  }

  @Test
  void whereNobodyObservesNothingIsAllocated() {
    RuntimeStores stores = TestNode.inMemory();
    var page = new Reclaimed(0, null);
    var store =
        new ForwardingMailbox(stores.mailbox()) {
          @Override
          public Reclaimed reclaimExpired(int limit, RowPosition after) {
            return page;
          }

          @Override
          public int forceEndOverdue(Duration patience, int limit) {
            return 0;
          }
        };
    var owners = RunOwners.withoutBus(new LiveRuns(System::nanoTime));
    var mailbox = new Mailbox(store.ports(), owners, Mailbox.Limits.of(1));
    var sweep = new SweepLeases(store, mailbox);
    var force = new ForceEndOverdueRuns(store, mailbox, Duration.ZERO);

    long bytes =
        Allocation.leastPerCall(
            1_000,
            () -> {
              sweep.run();
              force.run();
              callEach(RunObserver.NONE);
            });

    assertThat(bytes).isZero();
  }

  /** Those with the most arguments of several kinds. */
  private static void callEach(RunObserver none) {
    long since = none.now();
    none.submitted(null, null, "a", Caller.ANONYMOUS, "claimed", since);
    none.queue(RunObserver.Operation.DUE, "none", since);
    none.committed(null, RunObserver.Write.COMMIT, true, since);
    none.modelEnded(null, "m", null, null, since);
    none.toolEnded(null, "c", "t", false, since);
    none.streamEnded(null, RunObserver.StreamEnd.LEFT, since);
  }

  private static List<Method> facts() {
    return Arrays.stream(RunObserver.class.getMethods())
        .filter(method -> method.getReturnType() == void.class)
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  /** No arguments but zeros. */
  private static Object[] absent(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(type -> type == long.class ? (Object) 0L : type == boolean.class ? false : null)
        .toArray();
  }
}
