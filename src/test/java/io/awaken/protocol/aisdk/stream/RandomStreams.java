package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.json.ProtocolJson;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.RandomRun;
import io.awaken.protocol.events.SampleRun;
import io.awaken.protocol.events.SampleRuns;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes streams for the clients' own check: one run per line, {@code {name, streams, whole}},
 * first the samples, then random runs.
 */
public final class RandomStreams {

  private RandomStreams() {}

  /**
   * @param runs the number of random runs
   */
  public static void write(Path file, int runs) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (var sample : SampleRuns.all().entrySet()) {
        out.write(line(sample.getKey(), sample.getValue()));
        out.newLine();
      }
      for (int seed = 0; seed < runs; seed++) {
        out.write(line("seed " + seed, RandomRun.of(new Random(seed))));
        out.newLine();
      }
    }
  }

  private static String line(String name, SampleRun run) {
    ObjectNode line = ProtocolJson.mapper().createObjectNode().put("name", name);
    var streams = line.putArray("streams");
    EncodedRun.each(UiStreams::encoding, run.streams()).forEach(streams::add);
    return line.put("whole", EncodedRun.whole(UiStreams.encoding(), run.all())).toString();
  }
}
