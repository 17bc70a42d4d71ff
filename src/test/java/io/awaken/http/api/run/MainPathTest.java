package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.LoopSettings;
import io.awaken.core.loop.RunStores;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.submit.AgentRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.Quotas.Kind;
import io.awaken.core.submit.RunService;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.PhaseObserver;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.http.api.event.StreamEventEncoder;
import io.awaken.http.api.request.InputMessage;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.open.StreamRequest;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.RunStreams;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The tour of the main path: one request from the resource to the bytes on the wire, on memory
 * stores and with a scripted model, all of our parts real.
 */
class MainPathTest {

  private static final AgentRules.Limits LIMITS =
      new AgentRules.Limits(
          1 << 20, 4 << 20, true, AskingApi.MEDIA, LargeMedia.INLINE, Sharing.TENANT);

  private final List<String> hops = new ArrayList<>();
  private final SettableClock clock = new SettableClock();
  private final ManualExecutor threads = new ManualExecutor();
  private final CountingIds ids = new CountingIds();

  /** The stores, in place of a database. */
  private final MemoryStores stores =
      new MemoryStores(clock, new MailboxStore.Settings(Duration.ofSeconds(30), 5, "node"));

  /** One agent with one tool and a scripted model. */
  private final RegistrySnapshot registry =
      new RegistrySnapshot(
          Map.of("clerk", AgentSpec.of("clerk", "m")),
          Map.of("m", new ModelSpec("m", "p", "scripted")),
          Map.of(
              "p",
              new ScriptedModel(
                  Script.builder()
                      .says("Let me look.")
                      .andCalls("get_weather", Map.of("city", "Bern"))
                      .says("It is fine.")
                      .build())),
          Map.of("get_weather", RegisteredTool.of(new WeatherTool())),
          PluginSet.of(
              List.of(new PhaseObserver(context -> hop("phase " + context.phase()))), List.of()),
          ModelPorts.plain());

  /** The hub of events, and the streams that read from it. */
  private final LiveHub hub = Hubs.alone();

  private final Streams streams =
      new Streams(
          hub,
          stores.events(),
          StreamSettings.DEFAULTS,
          new StreamThreads(threads, new ManualScheduler(clock)),
          clock);

  /** The loop: phases, model, tools, commits. */
  private final AgentLoop loop =
      new AgentLoop(
          LiveRegistry.of(registry),
          new LoopPorts(
              new RunStores(
                  stores.threads(),
                  stores.runs(),
                  stores.suspensions(),
                  stores.events(),
                  watched(stores.runCommit())),
              watched(hub),
              LoopSettings.defaults()),
          new PartCaller(new HookWatch(clock::millis, threads, thread -> {}), threads),
          new ToolFanOut(
              task -> Thread.ofVirtual().start(task),
              threads,
              new ToolFanOut.Limits(4),
              clock::millis),
          new AgentLoop.NodeLife(() -> false, stores.mailbox().leases()::release),
          new AgentLoop.Time(clock, ids));

  /** The mailbox: accepted runs are claimed and get a thread of their own. */
  private final LiveRuns live = new LiveRuns(clock::millis);

  private final RunOwners owners = RunOwners.withoutBus(live);

  private final Mailbox mailbox = new Mailbox(stores.mailbox(), owners, Mailbox.Limits.of(10));

  private final RunStarter starter =
      new RunStarter(
          mailbox,
          (claim, cancellation) -> {
            hop("claimed");
            loop.run(claim, cancellation);
          },
          threads,
          ids);

  /** The list in docs/architecture.md: between a request and the claim of its run. */
  @Test
  void aRequestPassesSixClassesToItsClaim() {
    var passed = new LinkedHashSet<String>();
    RunsResource resource =
        resource(
            () -> {
              passed.addAll(callers("io.awaken."));
              return registry;
            },
            () -> {
              passed.addAll(callers("io.awaken."));
              return Optional.of("192.0.2.1");
            });
    FakeExchange exchange = new FakeExchange();

    create(resource, exchange);

    assertThat(live.count()).isEqualTo(1);
    // The sixth holds the stream's place meanwhile: Streams.
    assertThat(passed)
        .containsExactlyInAnyOrder(
            "RunsResource", "RunStreams", "RunService", "AgentRules", "Quotas");
  }

  @Test
  @Rows(5)
  void aRequestPassesEightHopsFromTheResourceToTheWire() {
    RunsResource resource = resource(() -> registry, Optional::empty);
    FakeExchange exchange = new FakeExchange();

    // 1. RunsResource -> RunService.submit: an accepted run is stored before the answer.
    create(resource, exchange);
    assertThat(stores.threads().history(new ThreadId("t1")))
        .extracting(Message::text)
        .containsExactly("Weather in Bern?");

    // 2. RunStarter.claim: the run has an owner and waits for its thread.
    assertThat(live.count()).isEqualTo(1);
    exchange.output.begin();

    // 3. AgentLoop.run, 4. PhaseRunner.run, 5. RunCommit.commit, 6. EventSink.publish
    threads.runAll();
    assertThat(hops)
        .containsExactly(
            "claimed",
            "publish RunStart",
            "phase " + Phase.RUN_START,
            "phase " + Phase.STEP_START,
            "phase " + Phase.BEFORE_INFERENCE,
            "publish TextDelta",
            "phase " + Phase.AFTER_INFERENCE,
            "phase " + Phase.TOOL_GATE,
            "phase " + Phase.BEFORE_TOOL_EXECUTE,
            "commit",
            "publish ToolCallReady",
            "phase " + Phase.AFTER_TOOL_EXECUTE,
            "phase " + Phase.STEP_END,
            "commit",
            "publish ToolCallDone",
            "phase " + Phase.STEP_START,
            "phase " + Phase.BEFORE_INFERENCE,
            "publish TextDelta",
            "phase " + Phase.AFTER_INFERENCE,
            "phase " + Phase.STEP_END,
            "phase " + Phase.RUN_END,
            "finish",
            "publish RunFinish");

    // 7. StreamEventEncoder.encode, 8. the bytes on the wire, word by word, until the run is over.
    String wire = exchange.output.arrived();
    assertThat(wire)
        .containsPattern("id: 1-1-[0-9a-f]{8}\ndata: \\{\"seq\":1,")
        .containsPattern(
            "\"event_type\":\"text_delta\",\"message_id\":\"[^\"]+\",\"delta\":\"It \"")
        .contains("\"event_type\":\"run_finish\"")
        .endsWith("\n\n");
    assertThat(exchange.resumed()).isOne();
    assertThat(stores.threads().history(new ThreadId("t1")))
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT);
  }

  /** The list in docs/architecture.md: between the commit of an event and its bytes. */
  @Test
  void aCommittedEventPassesSixClassesToTheWire() {
    var run = new RunId("r");
    var passed = new ArrayList<String>();
    StreamEncoding encoding =
        StreamEncoding.stateless(
            (item, out) -> {
              passed.addAll(callers("io.awaken.http.stream."));
              new StreamEventEncoder(run).encode(item, out);
            });
    FakeExchange exchange = new FakeExchange();
    try (var place = streams.reserve(Caller.ANONYMOUS)) {
      place.open(StreamRequest.ofNew(run), encoding, exchange.request(), exchange.response());
    }
    exchange.output.begin();

    hub.open(run, 1, 0)
        .publish(new StreamEvent(new Cursor(1, 1), clock.instant(), new AgentEvent.StepEnd()));

    assertThat(exchange.output.arrived()).contains("step_end");
    // The sixth holds the event until it is written: StreamProgress.
    assertThat(passed).containsExactly("LiveChannel", "RunReader", "StreamWriter", "EncodedStream");
  }

  private RunsResource resource(
      Supplier<RegistrySnapshot> agents, Supplier<Optional<String>> address) {
    RunsResource resource = new RunsResource();
    RunInterrupter interrupter =
        new RunInterrupter(
            stores.mailbox(), owners, mailbox, Duration.ofSeconds(5), (task, after) -> {});
    resource.runs = stores.runs();
    resource.service =
        new RunService(
            new RunService.Stores(stores.mailbox(), stores.runs(), stores.suspensions()),
            starter,
            interrupter,
            new AgentRules(agents, stores.threads(), LIMITS),
            new Quotas(
                Map.of(Kind.SUBMITS, new Quotas.Rate(60, 0, 60)),
                Quotas.Runs.NONE,
                address,
                System::nanoTime),
            ids);
    resource.streams =
        new RunStreams(
            streams, resource.service, stores.events(), stores.runs(), stores.suspensions());
    resource.security = KnownCallers.of(Caller.ANONYMOUS);
    return resource;
  }

  private static void create(RunsResource resource, FakeExchange exchange) {
    resource.create(
        request("t1", "Weather in Bern?"),
        null,
        null,
        exchange.requestHeaders(),
        exchange.request(),
        exchange.response());
  }

  /** The production classes below a package that called this, outermost first, without bases. */
  private static List<String> callers(String packages) {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .map(Class::getNestHost)
                    .filter(type -> type.getName().startsWith(packages))
                    .filter(type -> type != MainPathTest.class && !type.isInterface())
                    .map(Class::getSimpleName)
                    .distinct()
                    .toList()
                    .reversed());
  }

  private static CreateRun request(String thread, String text) {
    return new CreateRun(
        "clerk",
        thread,
        List.of(new InputMessage("user", text)),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Records a hop; repeated ones count once, and only relevant events are recorded. */
  private void hop(String name) {
    if (hops.isEmpty() || !hops.getLast().equals(name)) {
      hops.add(name);
    }
  }

  private EventSink.Factory watched(EventSink.Factory factory) {
    return (runId, epoch, last) -> {
      EventSink sink = factory.open(runId, epoch, last);
      return new EventSink() {
        @Override
        public void publish(StreamEvent event) {
          String kind = event.event().getClass().getSimpleName();
          if (List.of("RunStart", "TextDelta", "ToolCallReady", "ToolCallDone", "RunFinish")
              .contains(kind)) {
            hop("publish " + kind);
          }
          sink.publish(event);
        }

        @Override
        public void committed(long sequence) {
          sink.committed(sequence);
        }

        @Override
        public void close(boolean ended) {
          sink.close(ended);
        }
      };
    };
  }

  private RunCommit watched(RunCommit commits) {
    return new ForwardingCommit(commits) {
      @Override
      public Fence commit(Fence fence, StepCommit step) {
        hop("commit");
        return super.commit(fence, step);
      }

      @Override
      public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
        hop("finish");
        return super.finish(fence, last, outcome);
      }
    };
  }
}
