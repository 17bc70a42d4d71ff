package io.awaken.protocol.agui.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.RandomRun;
import io.awaken.protocol.events.SampleRun;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The events of random runs are in order; the official validators agree. */
@Rows(240)
@BesideOthers
class AguiRandomRunsTest {

  private static final int RUNS = 2_000;

  @ParameterizedTest
  @EnumSource
  void randomRunsCloseEverythingOnce(Dialect dialect) {
    for (long seed = 0; seed < RUNS; seed++) {
      for (String stream : RandomStreams.of(seed, dialect)) {
        assertThat(AguiRules.breaches(AguiReader.frames(stream)))
            .as("seed %s: %s", seed, stream)
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void sharedRandomRunsAreInOrder(Dialect dialect) {
    for (long seed = 0; seed < RUNS; seed++) {
      SampleRun run = RandomRun.of(new Random(seed));
      List<StreamEvent> events =
          EncodedRun.items(run.all()).stream()
              .map(item -> ((StreamItem.Event) item).event())
              .toList();
      long start = 0;
      for (List<AgentEvent> stream : run.streams()) {
        List<StreamEvent> seen = events.subList(0, (int) start + stream.size());
        String encoded = AguiReader.encoded(seen, RandomStreams.reading(seen, start, dialect));
        assertThat(AguiRules.breaches(AguiReader.frames(encoded)))
            .as("seed %s: %s", seed, encoded)
            .isEmpty();
        start += stream.size();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReaderResumesAtAnyFrame(Dialect dialect) {
    for (long seed = 0; seed < RUNS / 20; seed++) {
      var run = new RandomRuntimeRun(seed);
      long start = 0;
      for (long end : RandomStreams.ends(run)) {
        assertComesBack(run.events().subList(0, (int) end), start, dialect);
        start = end;
      }
    }
  }

  private static void assertComesBack(List<StreamEvent> events, long start, Dialect dialect) {
    String whole = AguiReader.encoded(events, RandomStreams.reading(events, start, dialect));
    List<AguiReader.Frame> frames = AguiReader.frames(whole);
    for (int i = 0; i < frames.size() - 1; i++) {
      String id = frames.get(i).id();
      if (id == null) {
        continue;
      }
      FramePosition place = FramePosition.parse(id).orElseThrow();
      String rest = AguiReader.encoded(events, AguiReader.reading(dialect, start, place));
      assertThat(AguiReader.frames(rest))
          .as("after %s of %s", id, whole)
          .isEqualTo(frames.subList(i + 1, frames.size()));
    }
  }
}
