package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.InterposedStores;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.http.api.error.ErrorBodies;
import io.awaken.http.api.event.EventsApi;
import io.awaken.http.api.suspension.SuspensionsApi;
import io.awaken.http.api.thread.ThreadActions;
import io.awaken.http.json.JsonBodies;
import io.awaken.http.json.NativeJson;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.SubmitBeans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * The routes around decisions over a node whose one tool asks before it is called. Routes of other
 * packages have a class there.
 */
public final class AskingApi {

  public static final Caller ADA = new Caller("default", "ada", Set.of());
  public static final Caller BOB = new Caller("default", "bob", Set.of("manager"));
  public static final Caller STRANGER = new Caller("elsewhere", "bob", Set.of("manager"));

  /** The media that clients may send. */
  public static final MediaRules MEDIA =
      new MediaRules(
          Set.of("image/png", "application/pdf", "text/plain"), 100_000, SubmitBeans.TARGETS);

  private static final ObjectMapper JSON = new ObjectMapper();

  public final AskingNode asking;
  public final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = Hubs.alone();

  /** Wraps the node's stores. */
  public final InterposedStores between = new InterposedStores();

  public final ManualScheduler timer;
  public final Streams streams;
  public Caller caller = ADA;

  /** Whether requests may override settings of model calls. */
  public boolean overridesAllowed;

  /** The limit of uploads. */
  public Quotas uploads = Quotas.NONE;

  /** The limit of a named caller's submits; unlimited by default. */
  public Quotas quota = Quotas.NONE;

  public AskingApi(SuspendTicket ticket) {
    asking = new AskingNode(ticket, between::around, this::publishing);
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
    return new LoopPorts(ports.stores(), hub, ports.settings());
  }

  /** Sets the caller of further requests. */
  public AskingApi as(Caller other) {
    caller = other;
    return this;
  }

  /** Posts a run and executes runs that start at once; returns the frames of its stream. */
  public List<JsonNode> run(String body) {
    return run(body, null);
  }

  /** With an idempotency key. */
  public List<JsonNode> run(String body, String key) {
    return run(body, key, () -> {});
  }

  /** With an action while the stream is open. */
  public List<JsonNode> run(String body, String key, Runnable meanwhile) {
    var exchange = new FakeExchange();
    runs()
        .create(
            read(body, CreateRun.class),
            key,
            null,
            exchange.requestHeaders(),
            exchange.request(),
            exchange.response());
    exchange.output.begin();
    asking.node.executeAll();
    meanwhile.run();
    return frames(exchange);
  }

  /** Streams a run's events after a cursor, and executes due runs meanwhile. */
  public List<JsonNode> events(RunId run, String cursor) {
    var exchange = new FakeExchange();
    EventsApi.ofRuns(streams, caller).stream(
        run.value(), null, cursor, null, exchange.request(), exchange.response());
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

  public JsonNode get(RunId run) {
    return wire(runs().get(run.value()));
  }

  public JsonNode decide(String run, String body) {
    return wire(runs().decided(run, SuspensionsApi.decision(body)));
  }

  public JsonNode decideIn(String thread, String body) {
    return new SuspensionsApi(this).decideIn(thread, body);
  }

  public JsonNode suspensionsOf(String thread, String status, String limit, String cursor) {
    return new SuspensionsApi(this).ofThread(thread, status, limit, cursor);
  }

  public JsonNode interrupt(String thread) {
    return new ThreadActions(this).interrupt(thread);
  }

  public JsonNode cancel(String thread) {
    return new ThreadActions(this).cancel(thread);
  }

  public RunsResource runs() {
    var resource = new RunsResource();
    var stores = asking.node.stores;
    resource.runs = stores.runs();
    resource.suspensions = stores.suspensions();
    resource.service = beans().service();
    resource.streams = beans().streams();
    resource.stops = beans().stops();
    resource.waits = beans().waits();
    resource.decisions = beans().decisions();
    resource.threads = stores.threads();
    resource.ids = new CountingIds("e");
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  /** The layer below the routes. */
  public SubmitBeans beans() {
    asking.node.overriding(overridesAllowed);
    return SubmitBeans.of(asking.node, streams, quota, MEDIA);
  }

  /** The refusal of a request. */
  public static Refusal refusal(Runnable request) {
    return Refusals.of(catchThrowable(request::run)).orElseThrow();
  }

  /** The body of a refused request. */
  public static JsonNode json(Refusal refusal) {
    return wire(ErrorBodies.of(refusal));
  }

  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode wire(Object view) {
    return json(new String(NativeJson.bytes(view), StandardCharsets.UTF_8));
  }

  public static <T> T read(String body, Class<T> type) {
    return JsonBodies.read(body, type);
  }
}
