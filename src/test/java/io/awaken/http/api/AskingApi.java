package io.awaken.http.api;

import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.SubmitQuota;
import io.awaken.http.stream.LiveHub;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.Streams;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The routes around decisions over a node whose one tool asks before it is called. */
final class AskingApi {

  static final Caller ADA = new Caller("default", "ada", Set.of());
  static final Caller BOB = new Caller("default", "bob", Set.of("manager"));
  static final Caller STRANGER = new Caller("elsewhere", "bob", Set.of("manager"));

  private static final ObjectMapper JSON = new ObjectMapper();

  final AskingNode asking;
  final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = new LiveHub();
  final ManualScheduler timer;
  final Streams streams;
  Caller caller = ADA;

  /** How often a named caller may ask; as often as it likes unless told. */
  SubmitQuota quota = new SubmitQuota(0, 0, () -> 0);

  AskingApi(SuspendTicket ticket) {
    asking = new AskingNode(ticket, this::publishing);
    timer = new ManualScheduler(asking.clock);
    var stores = asking.node.stores;
    streams =
        new Streams(
            hub,
            stores.log(),
            StreamSettings.DEFAULTS,
            new StreamThreads(threads, timer),
            asking.clock);
  }

  private LoopPorts publishing(LoopPorts ports) {
    return new LoopPorts(
        ports.threads(), ports.runs(), ports.suspensions(), ports.log(), ports.commits(), hub);
  }

  /** From now on requests are this caller's. */
  AskingApi as(Caller other) {
    caller = other;
    return this;
  }

  /** Posts a run and executes what begins at once; the frames that its stream has brought. */
  List<JsonNode> run(String body) {
    return run(body, null);
  }

  /** The same under an idempotency key. */
  List<JsonNode> run(String body, String key) {
    var exchange = new FakeExchange();
    runs()
        .create(
            read(body, CreateRun.class),
            key,
            exchange.requestHeaders(),
            exchange.request(),
            exchange.response());
    exchange.output.begin();
    asking.node.executeAll();
    return frames(exchange);
  }

  /** Reads a run's events from a cursor on, and executes what is due meanwhile. */
  List<JsonNode> events(RunId run, String cursor) {
    var resource = new RunEventsResource();
    resource.streams = streams;
    resource.security = KnownCallers.of(caller);
    var exchange = new FakeExchange();
    resource.stream(run.value(), null, cursor, exchange.request(), exchange.response());
    exchange.output.begin();
    asking.goOn();
    return frames(exchange);
  }

  private List<JsonNode> frames(FakeExchange exchange) {
    threads.runAll();
    return exchange
        .output
        .arrived()
        .lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> json(line.substring("data: ".length())))
        .toList();
  }

  JsonNode get(RunId run) {
    return wire(runs().view(run.value()));
  }

  JsonNode decide(String run, String body) {
    var resource = new RunDecisionResource();
    resource.decider = asking.node.decider;
    resource.security = KnownCallers.of(caller);
    return wire(resource.decided(run, read(body, SubmitDecision.class)));
  }

  JsonNode decideIn(String thread, String body) {
    var resource = new ThreadDecisionResource();
    resource.decider = asking.node.decider;
    resource.security = KnownCallers.of(caller);
    return wire(resource.decided(thread, read(body, SubmitDecision.class)));
  }

  JsonNode interrupt(String thread) {
    var resource = new ThreadInterruptResource();
    resource.interrupter = asking.node.interrupter;
    resource.security = KnownCallers.of(caller);
    return wire(resource.interrupted(thread));
  }

  JsonNode cancel(String thread) {
    var resource = new ThreadCancelResource();
    resource.threads = asking.node.stores.threads();
    resource.canceller = asking.node.canceller;
    resource.security = KnownCallers.of(caller);
    return wire(resource.cancelled(thread));
  }

  JsonNode suspensionsOf(String thread, String status, String limit, String cursor) {
    var resource = new ThreadSuspensionsResource();
    resource.threads = asking.node.stores.threads();
    resource.suspensions = asking.node.stores.suspensions();
    resource.security = KnownCallers.of(caller);
    return wire(resource.page(thread, status, limit, cursor));
  }

  JsonNode inbox(SuspensionPage.Query query) {
    var resource = new SuspensionsResource();
    resource.suspensions = asking.node.stores.suspensions();
    resource.security = KnownCallers.of(caller);
    return wire(resource.page(query));
  }

  RunsResource runs() {
    var resource = new RunsResource();
    var stores = asking.node.stores;
    resource.submitter = asking.node.submitter;
    resource.canceller = asking.node.canceller;
    resource.runs = stores.runs();
    resource.suspensions = stores.suspensions();
    resource.log = stores.log();
    resource.streams = streams;
    resource.background = background();
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  BackgroundRuns background() {
    var background = new BackgroundRuns();
    background.submitter = asking.node.submitter;
    background.runs = asking.node.stores.runs();
    background.suspensions = asking.node.stores.suspensions();
    background.quota = quota;
    return background;
  }

  /** What a request is refused with. */
  static Refusal refusal(Runnable request) {
    return Refusals.of(catchThrowable(request::run)).orElseThrow();
  }

  /** What the client of a refused request reads. */
  static JsonNode json(Refusal refusal) {
    return wire(ErrorView.of(refusal));
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode wire(Object view) {
    return json(new String(NativeJson.bytes(view), StandardCharsets.UTF_8));
  }

  static <T> T read(String body, Class<T> type) {
    try {
      return NativeJson.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
