package io.awaken.protocol.agui;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.stream.Exchange;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.RunPauses;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.RunDecisions;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStreams;
import io.awaken.http.submit.StoredMessages;
import io.awaken.protocol.agui.event.AguiEncoding;
import io.awaken.protocol.agui.event.EarlierMessages;
import io.awaken.protocol.agui.event.FramePosition;
import io.awaken.protocol.agui.event.RunNames;
import io.awaken.protocol.agui.request.ClientIds;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInput.UserMessage;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Handles run requests of AG-UI clients: answers open suspensions or starts a run, and streams the
 * events. Thread-safe; called on the thread of the request, whose response is suspended.
 */
@Dependent
public class AguiRuns {

  private final RunStreams streams;
  private final RunService service;
  private final RunDecisions decisions;
  private final DefaultAgent agents;
  private final ThreadStore threads;
  private final NewMessages news;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final ClientInputReader clients;
  private final RunPauses pauses;
  private final DisconnectPolicy disconnects;

  @Inject
  public AguiRuns(
      RunStreams streams,
      RunService service,
      RunDecisions decisions,
      DefaultAgent agents,
      ThreadStore threads,
      StoredMessages stored,
      RunStore runs,
      SuspensionStore suspensions,
      EventLog log,
      Supplier<RegistrySnapshot> registry,
      DisconnectPolicy disconnects) {
    this.streams = streams;
    this.service = service;
    this.decisions = decisions;
    this.agents = agents;
    this.threads = threads;
    this.news = new NewMessages(threads, stored);
    this.runs = runs;
    this.suspensions = suspensions;
    this.clients = new ClientInputReader(threads, registry);
    this.pauses = new RunPauses(log);
    this.disconnects = disconnects;
  }

  /**
   * Handles a request.
   *
   * @param agent the agent in the path; null for none
   * @throws RefusedException when the request changes nothing
   */
  void post(RunInput input, String agent, Caller caller, Exchange exchange) {
    var thread = ClientIds.thread(input.names().threadId(), caller);
    var snapshot = ThreadSnapshot.of(thread, caller, threads, suspensions);
    try {
      if (Answers.present(input, snapshot)) {
        resume(input, snapshot, caller, exchange);
      } else {
        begin(input, snapshot, agent, caller, exchange);
      }
    } catch (Answers.Refused refused) {
      failed(input, refused.code(), refused.getMessage(), exchange);
    }
  }

  private void begin(
      RunInput input, ThreadSnapshot snapshot, String agent, Caller caller, Exchange exchange)
      throws Answers.Refused {
    NewMessages.Added added = news.added(input, snapshot, caller);
    List<UserMessage> fresh = added.fresh();
    ThreadSnapshot kept = snapshot.before(added.supersedes());
    var messages = new ArrayList<Message>();
    NewMessages.context(input, kept).ifPresent(messages::add);
    int before = messages.size();
    fresh.forEach(each -> messages.add(each.message()));
    RunRequest request =
        new RunRequest(
                agents.of(
                    agent == null ? agentOf(snapshot, caller) : agent, RequestFieldNames.PLAIN),
                snapshot.thread(),
                caller,
                messages)
            .with(input.tools())
            .with(clients.read(input, snapshot))
            .once(ClientIds.key(snapshot.thread(), input.names().runId()))
            .superseding(added.supersedes());
    Optional<Accepted> earlier = service.before(request);
    if (earlier.isPresent()) {
      replay(input, snapshot, earlier.get().runId(), caller, exchange);
      return;
    }
    if (!snapshot.interrupts().isEmpty()) {
      throw new Answers.Refused(
          "resume_required", "the thread waits for answers; send resume for all open interrupts");
    }
    EarlierMessages history = kept.with(fresh.stream().map(UserMessage::message).toList());
    var reading =
        new AguiEncoding.Reading(input.names(), 0, FramePosition.START, history, Set.of());
    var onDisconnect = disconnects.watch(caller);
    Accepted accepted =
        streams.begin(
            request,
            RequestFieldNames.of(fresh, before),
            new AguiEncoding(reading, onDisconnect),
            exchange.request(),
            exchange.response());
    onDisconnect.of(accepted.runId());
  }

  /** The agent of the thread's latest run, so that a conversation keeps its agent. */
  private String agentOf(ThreadSnapshot snapshot, Caller caller) {
    return Optional.ofNullable(snapshot.run())
        .flatMap(runs::find)
        .filter(run -> run.readableBy(caller))
        .map(RunRecord::agentId)
        .orElse(null);
  }

  /** Streams the run of an earlier request with this id, from its first event. */
  private void replay(
      RunInput input, ThreadSnapshot snapshot, RunId run, Caller caller, Exchange exchange) {
    if (differs(input, snapshot, run, caller)) {
      throw new Refusal(
              409,
              "idempotency_conflict",
              "another request with this runId was accepted before",
              "runId",
              null)
          .exception();
    }
    attach(input, run, Cursor.START, snapshot, Set.of(), caller, exchange);
  }

  /** Whether the run has begun and its messages are others. */
  private boolean differs(RunInput input, ThreadSnapshot snapshot, RunId run, Caller caller) {
    boolean begun =
        runs.find(run)
            .filter(each -> each.startedAt() != null || each.finishedAt() != null)
            .isPresent();
    return begun && news.differs(input, run, snapshot, caller);
  }

  private void resume(RunInput input, ThreadSnapshot snapshot, Caller caller, Exchange exchange)
      throws Answers.Refused {
    Answers answers = Answers.of(input, snapshot, caller);
    RunId run = snapshot.run();
    Cursor from = answers.open() ? streams.end(run) : resumed(run, answers);
    if (answers.open()) {
      steer(input, snapshot, caller);
    }
    try {
      for (Answers.Answer answer : answers.decisions()) {
        decisions.decide(run, answer.decision(), question -> null);
      }
    } catch (RefusedException refused) {
      throw new Answers.Refused(refused.refusal().code(), refused.refusal().message());
    }
    attach(input, run, from, snapshot, answers.ofClient(), caller, exchange);
  }

  private Cursor resumed(RunId run, Answers answers) {
    return pauses
        .resumed(run, Set.of(answers.decisions().getFirst().callId()))
        .orElseGet(() -> pauses.last(run));
  }

  /**
   * Adds a changed state and new user messages that accompany answers to the waiting run, which
   * keeps its instructions. They are added first: if they are refused, no answer is recorded. They
   * are added apart, because the answered calls follow the state and precede the messages.
   */
  private void steer(RunInput input, ThreadSnapshot snapshot, Caller caller) {
    List<UserMessage> fresh = news.unknown(input, snapshot, caller);
    ClientInput client = clients.read(input, snapshot);
    ThreadId thread = snapshot.thread();
    String runId = input.names().runId();
    if (client.state() != null) {
      steer(snapshot, caller, List.of(), client, ClientIds.stateKey(thread, runId));
    }
    if (!fresh.isEmpty()) {
      steer(snapshot, caller, fresh, client.withoutState(), ClientIds.key(thread, runId));
    }
  }

  private void steer(
      ThreadSnapshot snapshot,
      Caller caller,
      List<UserMessage> messages,
      ClientInput client,
      IdempotencyKey key) {
    Refusals.named(
        RequestFieldNames.of(messages, 0),
        () ->
            service.background(
                new RunRequest(
                        agents.of(agentOf(snapshot, caller), RequestFieldNames.PLAIN),
                        snapshot.thread(),
                        caller,
                        messages.stream().map(UserMessage::message).toList())
                    .with(client)
                    .as(SubmitMode.STEER)
                    .once(key)));
  }

  private void attach(
      RunInput input,
      RunId run,
      Cursor from,
      ThreadSnapshot snapshot,
      Set<String> known,
      Caller caller,
      Exchange exchange) {
    var onDisconnect = disconnects.watch(caller);
    onDisconnect.of(run);
    RunNames names = snapshot.named(input.names());
    EarlierMessages history = snapshot.before(run);
    var place = new FramePosition(from, 0);
    var reading = new AguiEncoding.Reading(names, from.sequence(), place, history, known);
    if (attached(run, from, new AguiEncoding(reading, onDisconnect), caller, exchange)) {
      return;
    }
    // The run still waits: its last event repeats the open suspensions.
    Cursor before = new Cursor(from.epoch(), from.sequence() - 1);
    var last =
        new AguiEncoding.Reading(
            names,
            before.sequence(),
            new FramePosition(before, 0),
            history,
            known,
            false,
            null,
            ThreadSnapshot.decided(suspensions.ofRun(run)));
    attached(run, before, new AguiEncoding(last), caller, exchange);
  }

  private boolean attached(
      RunId run, Cursor from, AguiEncoding encoding, Caller caller, Exchange exchange) {
    return streams.attach(
        new RunPlace(run, from, Cursor::toString, RequestFieldNames.PLAIN),
        caller,
        encoding,
        exchange.request(),
        exchange.response());
  }

  private static void failed(RunInput input, String code, String message, Exchange exchange) {
    exchange.stream(AguiEncoding.refused(input.names(), code, message), FrameFormat.SSE);
  }

  /**
   * Reads what a page sends besides messages and tools. A page returns the whole state that it got,
   * so values of plugins, which only the server changes, are removed, and a state that the thread
   * has already is not stored again, however large it is. Thread-safe.
   */
  static final class ClientInputReader {

    private final ThreadStore threads;
    private final Supplier<RegistrySnapshot> registry;

    ClientInputReader(ThreadStore threads, Supplier<RegistrySnapshot> registry) {
      this.threads = threads;
      this.registry = registry;
    }

    /**
     * Reads the instructions, and the state if it is new.
     *
     * @throws io.awaken.http.security.RefusedException 400 for a new state that is too large
     */
    ClientInput read(RunInput input, ThreadSnapshot snapshot) {
      ObjectNode state = input.state() == null ? null : withoutPlugins(input.state());
      if (state == null || state.isEmpty()) {
        return new ClientInput(input.instructions(), null, false);
      }
      boolean known =
          snapshot.run() != null
              && state.equals(
                  threads
                      .state(snapshot.thread(), snapshot.run())
                      .thread()
                      .extensions()
                      .get(RuntimeKeys.SHARED_STATE.name()));
      if (!known && state.toString().length() > SharedState.MAX_CHARS) {
        throw Refusal.invalid(
                "state", "state must have at most " + SharedState.MAX_CHARS + " characters as JSON")
            .exception();
      }
      return new ClientInput(input.instructions(), known ? null : state, known);
    }

    private ObjectNode withoutPlugins(ObjectNode state) {
      Set<String> visible = registry.get().plugins().clientVisibleKeys();
      return visible.isEmpty() ? state : state.deepCopy().without(visible);
    }
  }
}
