package io.awaken.protocol.aisdk.routes;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStreams;
import io.awaken.protocol.aisdk.request.ChatFields;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reconnects readers. They get the message from its start, because chat clients discard what they
 * have of it. Thread-safe.
 */
@Dependent
public class ChatReaders {

  private final ThreadStore threads;
  private final RunStore runs;
  private final RunStreams streams;
  private final ServerTools tools;

  @Inject
  public ChatReaders(ThreadStore threads, RunStore runs, RunStreams streams, ServerTools tools) {
    this.threads = threads;
    this.runs = runs;
    this.streams = streams;
    this.tools = tools;
  }

  /**
   * Streams the run that holds a thread. Answers 204 without a run or a thread: a page asks before
   * it has sent anything.
   */
  void ofThread(String id, Caller caller, Chats.Exchange exchange) {
    Optional<RunRecord> open =
        PathIds.possibleThread(id, caller)
            .flatMap(threads::find)
            .filter(thread -> thread.access().allows(caller, ThreadAction.READ))
            .flatMap(this::open)
            .filter(run -> run.readableBy(caller));
    if (open.isPresent()) {
      attach(open.get(), caller, exchange);
    } else {
      exchange.response().resume(Response.noContent().build());
    }
  }

  private Optional<RunRecord> open(ThreadRecord thread) {
    return Stream.of(thread.openRunId(), thread.latestRunId())
        .filter(run -> run != null)
        .distinct()
        .flatMap(run -> runs.find(run).stream())
        .filter(run -> run.status() != RunStatus.DONE)
        .findFirst();
  }

  /**
   * Streams a run, even if it has ended.
   *
   * @throws io.awaken.http.security.RefusedException 404 when the caller sees no such run
   */
  void ofRun(String id, Caller caller, Chats.Exchange exchange) {
    attach(PathIds.run(id, caller, runs), caller, exchange);
  }

  private void attach(RunRecord run, Caller caller, Chats.Exchange exchange) {
    var place = RunPlace.beginning(run.runId(), ChatFields.NAMES);
    boolean follows =
        streams.attach(
            place, caller, tools.encoding(run.agentId()), exchange.request(), exchange.response());
    if (!follows) {
      exchange.response().resume(Response.noContent().build());
    }
  }
}
