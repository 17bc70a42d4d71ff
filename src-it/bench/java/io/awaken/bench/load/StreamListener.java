package io.awaken.bench.load;

/** Records the times of one stream, of paced tokens or idle. */
final class StreamListener implements ResponseListener {

  private static final int OK = 200;

  private final EventLine events;
  private final Reading reading;
  private final StreamCount count;
  private final long from;
  private final int tokens;
  private int status;
  private int seen;
  private boolean any;
  private boolean finished;
  private long lastAt;
  private long lastSent;

  StreamListener(EventLine events, Reading reading, StreamCount count, long from, int tokens) {
    this.events = events;
    this.reading = reading;
    this.count = count;
    this.from = from;
    this.tokens = tokens;
    reading.countSent();
  }

  /** Counts the streams that have begun and those that have ended. */
  static final class StreamCount {
    private int begun;
    private int over;

    int begun() {
      return begun;
    }

    int over() {
      return over;
    }
  }

  @Override
  public void head(int code) {
    status = code;
  }

  @Override
  public void line(byte[] bytes, int start, int to, long now) {
    EventLine.Kind kind = events.kind(bytes, start, to);
    if (kind == EventLine.Kind.NONE) {
      return;
    }
    if (!any && kind != EventLine.Kind.OPENED) {
      any = true;
      count.begun++;
      Reading.record(reading.firstEvent(), now - from);
    }
    if (kind == EventLine.Kind.TEXT) {
      token(now, EventLine.sentAt(bytes, start, to));
    }
    finished |= kind == EventLine.Kind.FINISHED;
  }

  private void token(long now, long sent) {
    if (sent >= 0) {
      Reading.record(reading.transit(), now - sent);
      if (seen++ > 0) {
        Reading.record(reading.jitter(), Math.abs(now - lastAt - StreamLoad.GAP));
        Reading.record(reading.sourceJitter(), Math.abs(sent - lastSent - StreamLoad.GAP));
      }
      lastAt = now;
      lastSent = sent;
    }
  }

  @Override
  public void end(long now) {
    if (status == OK && finished) {
      reading.countSuccess();
    } else {
      reading.countFailure(status == OK ? "no last event" : "status " + status);
    }
    over();
  }

  @Override
  public void failed(String reason) {
    reading.countFailure(reason);
    over();
  }

  private void over() {
    reading.countLost(Math.max(0, tokens - seen));
    count.over++;
  }
}
