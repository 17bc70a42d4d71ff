package io.awaken.bench.load;

import java.util.function.LongConsumer;

/** Records the times of one two-step run and checks that it succeeds. */
final class RunListener implements ResponseListener {

  private static final int OK = 200;
  private static final EventLine EVENTS = Protocol.NATIVE.events();

  private final Reading reading;
  private final long from;
  private final LongConsumer over;
  private int status;
  private long delegateDone;
  private boolean any;
  private boolean toolDone;
  private boolean finished;
  private String problem;

  /**
   * @param from the time of submission
   * @param over receives the time at which the response ended, successfully or not
   */
  RunListener(Reading reading, long from, LongConsumer over) {
    this.reading = reading;
    this.from = from;
    this.over = over;
    reading.countSent();
  }

  @Override
  public void head(int code) {
    status = code;
  }

  @Override
  public void line(byte[] bytes, int start, int to, long now) {
    EventLine.Kind kind = EVENTS.kind(bytes, start, to);
    if (kind == EventLine.Kind.NONE) {
      return;
    }
    if (!any) {
      any = true;
      Reading.record(reading.firstEvent(), now - from);
    }
    if (delegateDone > 0) {
      Reading.record(reading.resumed(), now - delegateDone);
    }
    delegateDone = kind == EventLine.Kind.DELEGATE_DONE ? now : 0;
    toolDone |= kind == EventLine.Kind.TOOL_DONE;
    if (kind == EventLine.Kind.FAILED) {
      problem = new String(bytes, start, to - start, java.nio.charset.StandardCharsets.UTF_8);
    } else if (kind == EventLine.Kind.FINISHED) {
      finished = true;
      Reading.record(reading.terminal(), now - from);
    }
  }

  @Override
  public void end(long now) {
    if (status == OK && finished && toolDone) {
      reading.countSuccess();
    } else if (status == OK) {
      reading.countFailure(
          problem != null ? "ended otherwise" : finished ? "no tool result" : "no last event");
    } else {
      reading.countFailure("status " + status);
    }
    over.accept(now);
  }

  @Override
  public void failed(String reason) {
    reading.countFailure(reason);
    over.accept(System.nanoTime());
  }
}
