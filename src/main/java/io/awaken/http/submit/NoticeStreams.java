package io.awaken.http.submit;

import io.awaken.core.run.Caller;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.stream.write.FrameFeed;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;

/**
 * Opens streams of messages outside of runs, within the limits of all streams. Thread-safe; called
 * on the thread of the request, whose response is suspended.
 */
@Dependent
public class NoticeStreams {

  private final Streams streams;

  @Inject
  public NoticeStreams(Streams streams) {
    this.streams = streams;
  }

  /**
   * Writes a feed as server-sent events until it ends, the client disconnects, or the stream is too
   * old.
   *
   * @throws io.awaken.http.security.RefusedException 429 or 503 when no stream can be opened
   */
  public void open(
      FrameFeed feed, Caller caller, HttpServletRequest request, PendingResponse response) {
    open(() -> streams.reserve(caller), feed, request, response);
  }

  /**
   * Opens a standing stream, which does not count against the caller's other streams.
   *
   * @throws io.awaken.http.security.RefusedException 429 or 503 when no stream can be opened
   */
  public void openStanding(
      FrameFeed feed, Caller caller, HttpServletRequest request, PendingResponse response) {
    open(() -> streams.reserveStanding(caller), feed, request, response);
  }

  private static void open(
      Supplier<Streams.Reservation> reservation,
      FrameFeed feed,
      HttpServletRequest request,
      PendingResponse response) {
    try (var place = reservation.get()) {
      RequestGate.leave(request);
      place.open(feed, FrameFormat.SSE, request, response);
    } catch (RuntimeException failure) {
      throw Refusals.thrown(failure, FieldNames.NATIVE);
    }
  }
}
