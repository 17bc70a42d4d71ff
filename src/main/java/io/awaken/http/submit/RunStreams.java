package io.awaken.http.submit;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.open.StreamRequest;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.stream.read.SettledRuns;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Connects readers to runs and threads, new and reconnecting ones. A stream's place is reserved
 * before anything is written for it, so that a request that cannot be served has no effect; its run
 * continues when the client disconnects. Thread-safe; called on the thread of the request, whose
 * response is suspended.
 */
@Dependent
public class RunStreams {

  private final Streams streams;
  private final RunService service;
  private final EventLog log;
  private final SettledRuns resting;

  @Inject
  public RunStreams(
      Streams streams,
      RunService service,
      EventLog log,
      RunStore runs,
      SuspensionStore suspensions) {
    this.streams = streams;
    this.service = service;
    this.log = log;
    this.resting = SettledRuns.of(runs, suspensions);
  }

  /**
   * Accepts a run and streams its events. Repeating a request streams the run that the first one
   * created, from its beginning; if the mode sent the messages to a running run, that run is
   * streamed from now on.
   *
   * @param names of the fields, for refusals
   * @param encoding of the stream; its encoder is created for the accepted run
   * @throws io.awaken.http.security.RefusedException 429 or 503 when no stream can be opened, and
   *     as {@link RunService#submit} refuses
   */
  public Accepted begin(
      RunRequest wanted,
      FieldNames names,
      StreamEncoding encoding,
      HttpServletRequest request,
      PendingResponse response) {
    try (var place = streams.reserve(wanted.caller())) {
      Accepted accepted = service.submit(wanted);
      StreamRequest stream = streamOf(accepted);
      RequestGate.leave(request);
      place.open(stream, encoding, request, response);
      return accepted;
    } catch (RuntimeException failure) {
      throw Refusals.thrown(failure, names);
    }
  }

  private StreamRequest streamOf(Accepted accepted) {
    RunId run = accepted.runId();
    return switch (accepted.how()) {
      case BEGUN, QUEUED -> StreamRequest.ofNew(run);
      case STEERED -> SteeredStream.of(run, log, resting);
      case REPEATED -> StreamRequest.behind(run, Cursor.START);
    };
  }

  /**
   * Streams a run's events from the reader's position.
   *
   * @return false when nothing follows: the run has ended or waits for a decision, and the reader
   *     has its last event. The response is then unchanged. Never for an encoding that outlasts
   *     pauses, whose reader must not have the end of the run
   * @throws io.awaken.http.security.RefusedException 400, 404 or 410 like {@link RunPlace#checked},
   *     429 or 503 when no stream can be opened
   */
  public boolean attach(
      RunPlace wanted,
      Caller caller,
      StreamEncoding encoding,
      HttpServletRequest request,
      PendingResponse response) {
    try (var resumed = streams.resume(wanted.run(), wanted.from())) {
      RunLogView run = wanted.checked(resumed.found(), caller);
      if (encoding.stateful()) {
        wanted.atBeginning().checked(resumed.found(), caller);
      }
      if (run.nothingFollows(wanted.from()) && !encoding.outlastsPauses()) {
        return false;
      }
      try (var place = reserve(caller)) {
        RequestGate.leave(request);
        place.open(resumed, encoding, request, response);
      }
      return true;
    }
  }

  /**
   * Streams a thread's events from the reader's position.
   *
   * @throws io.awaken.http.security.RefusedException 404 or 410 like {@link ThreadPlace#checked},
   *     429 or 503 when no stream can be opened
   */
  public void attach(
      ThreadPlace wanted,
      Caller caller,
      StreamEncoding encoding,
      HttpServletRequest request,
      PendingResponse response) {
    try (var resumed = streams.resume(wanted.thread(), wanted.from(), caller)) {
      wanted.checked(resumed.found(), caller);
      try (var place = reserve(caller)) {
        RequestGate.leave(request);
        place.open(resumed, encoding, request, response);
      }
    }
  }

  /**
   * The last committed event of a run. A client that decides and reads in one request calls this
   * before its decision, and then reads from here.
   */
  public Cursor end(RunId run) {
    return SteeredStream.end(run, log);
  }

  private Streams.Reservation reserve(Caller caller) {
    return Refusals.named(FieldNames.NATIVE, () -> streams.reserve(caller));
  }
}
