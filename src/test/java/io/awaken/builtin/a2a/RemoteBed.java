package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.spec.Secret;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.testkit.CollectingSink;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** A runtime whose agent {@code far} is on a {@link RemoteServer}. */
final class RemoteBed implements AutoCloseable {

  static final Caller ANN = new Caller("acme", "ann", Set.of());

  final RemoteServer server;
  final AgentRuntime runtime;
  final CollectingSink sink = new CollectingSink();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CheckedHttp http;

  /** How far the time that all nodes share is ahead. */
  final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  RemoteBed(RemoteServer server) {
    this(server, endpoint -> endpoint);
  }

  RemoteBed(RemoteServer server, UnaryOperator<RemoteEndpoint> change) {
    this.server = server;
    http =
        CheckedHttp.of(
            TargetRules.of(true, List.of(server.port()), List.of("127.0.0.0/8")),
            threads,
            Duration.ofSeconds(5));
    Pause soon = (time, stops) -> stops.throwIfCancelled();
    RemoteEndpoint endpoint =
        change.apply(new RemoteEndpoint("a2a", server.url(), null, null, null, null));
    runtime =
        AgentRuntime.builder()
            .inMemory()
            .withBackend(
                new A2aBackend(http, soon, System::nanoTime, () -> Instant.now().plus(ahead.get())))
            .withAgentSpec(AgentSpec.builder("far", null).endpoint(endpoint).build())
            .build();
  }

  /** An endpoint with another option. */
  static UnaryOperator<RemoteEndpoint> option(String name, String value) {
    return endpoint -> {
      Map<String, JsonNode> options = new HashMap<>(endpoint.options());
      options.put(name, TextNode.valueOf(value));
      return new RemoteEndpoint(
          "a2a", endpoint.baseUrl(), endpoint.auth(), endpoint.target(), null, options);
    };
  }

  /** An endpoint with a bearer token, target and time limit. */
  static RemoteEndpoint changed(
      RemoteEndpoint endpoint, String token, String target, Long timeoutMs) {
    Map<String, Secret> auth =
        token == null ? null : Map.of("type", Secret.of("bearer"), "token", Secret.of(token));
    return new RemoteEndpoint(
        "a2a",
        endpoint.baseUrl(),
        auth,
        target,
        timeoutMs,
        Map.of("poll_interval_ms", LongNode.valueOf(50)));
  }

  RunResult run(String text) {
    return run(null, text);
  }

  RunResult run(ThreadId thread, String text) {
    return runtime.run(new RunRequest("far", thread, List.of(text), ANN), sink);
  }

  /** Replaces a run that waits by another one. */
  RunResult interrupting(RunResult waiting, String text) {
    return runtime.run(
        new RunRequest("far", waiting.threadId(), List.of(text), ANN).as(SubmitMode.INTERRUPT),
        sink);
  }

  /**
   * Decides the only question of a run and resumes it.
   *
   * @param payload JSON with ' for quotation marks; null for none
   */
  RunResult decided(RunResult waiting, DecisionAction action, String payload) {
    runtime.decide(
        waiting.runId(),
        new DecisionRequest(
            ANN,
            runtime.questions(waiting.runId()).getFirst().callId(),
            DecisionRequest.About.LAST,
            null,
            action,
            payload == null ? null : RemoteServer.parsed(payload),
            null));
    return runtime.resume(waiting.runId(), sink);
  }

  /** The code of the error that readers got; null for none. */
  String errorCode() {
    return sink.take().stream()
        .filter(AgentEvent.Error.class::isInstance)
        .map(event -> ((AgentEvent.Error) event).code())
        .findFirst()
        .orElse(null);
  }

  @Override
  public void close() {
    runtime.close();
    http.close();
    threads.close();
    server.close();
  }
}
