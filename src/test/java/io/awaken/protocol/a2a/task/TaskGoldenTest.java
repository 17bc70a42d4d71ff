package io.awaken.protocol.a2a.task;

import io.awaken.fixture.Rows;
import io.awaken.protocol.a2a.task.TaskEncoding.Reading;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.GoldenFile;
import io.awaken.protocol.events.SampleRuns;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact output of sample runs for A2A clients. */
class TaskGoldenTest {

  static Stream<String> runs() {
    return SampleRuns.all().keySet().stream();
  }

  static TaskEncoding encoding() {
    return new TaskEncoding(Reading.ofNew(EncodedRun.THREAD, Frames.REST));
  }

  @ParameterizedTest
  @MethodSource("runs")
  @Rows({177, 241, 242})
  void aRunMatchesItsGoldenFile(String name) {
    GoldenFile.assertSame(
        "a2a/" + name + ".txt",
        EncodedRun.each(TaskGoldenTest::encoding, SampleRuns.all().get(name).streams()));
  }
}
