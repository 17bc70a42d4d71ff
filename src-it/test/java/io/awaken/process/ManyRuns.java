package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** Concurrent runs, each with a reader. */
final class ManyRuns implements AutoCloseable {

  private final List<EventStream> readers = new ArrayList<>();

  /** The frames of each reader when its stream ended. */
  private final List<List<Frame>> received = new ArrayList<>();

  void begin(Api api, String agent, int count) throws IOException, InterruptedException {
    for (int i = 0; i < count; i++) {
      readers.add(api.run(agent));
    }
  }

  /** Returns when every reader has received a matching frame. */
  void until(Predicate<Frame> wanted) throws InterruptedException {
    for (EventStream reader : readers) {
      reader.until(wanted);
    }
  }

  /** Asserts that every stream asks its reader to reconnect and has no end of the run. */
  void awaitHandOver() throws InterruptedException {
    for (EventStream reader : readers) {
      List<Frame> frames = reader.readToEnd();
      assertThat(frames.getLast().type()).isEqualTo("reconnect");
      assertThat(frames).noneMatch(frame -> frame.is("run_finish"));
      received.add(frames);
    }
  }

  /**
   * Asserts that every run ended once with one answer, that its events have no gap, and that the
   * committed events that readers received before are unchanged.
   *
   * @param messages number of messages in each thread
   */
  void assertEndedOnce(Api api, String answer, int messages) throws Exception {
    for (List<Frame> before : received) {
      Frame start = before.getFirst();
      List<Frame> whole;
      try (EventStream stream = api.events(start.field("run_id"))) {
        whole = stream.readToEnd();
      }
      Frame end = whole.getLast();
      assertThat(whole).filteredOn(frame -> frame.is("run_finish")).containsExactly(end);
      assertThat(end.json().at("/termination/type").asText()).isEqualTo("natural_end");
      assertThat(end.json().at("/result/response").asText()).isEqualTo(answer);
      assertThat(whole)
          .extracting(Frame::sequence)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, whole.size()).boxed().toList());
      assertThat(whole).containsAll(before.stream().filter(frame -> frame.is("step_end")).toList());
      String thread = api.get("v1/threads/" + start.field("thread_id") + "/messages");
      assertThat(thread.split("\"role\":", -1)).hasSize(messages + 1);
      assertThat(thread.split(answer, -1)).hasSize(2);
    }
  }

  @Override
  public void close() throws IOException {
    for (EventStream reader : readers) {
      reader.close();
    }
  }
}
