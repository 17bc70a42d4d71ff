package io.awaken.protocol.aisdk.stream;

import io.awaken.fixture.Rows;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.GoldenFile;
import io.awaken.protocol.events.SampleRuns;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact output of sample runs for the AI SDK. */
class UiStreamGoldenTest {

  static Stream<String> runs() {
    return SampleRuns.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("runs")
  @Rows({177, 238})
  void aRunMatchesItsGoldenFile(String name) {
    GoldenFile.assertSame(
        "aisdk/" + name + ".txt",
        EncodedRun.each(UiStreams::encoding, SampleRuns.all().get(name).streams()));
  }
}
