package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Frame;
import io.awaken.process.Conditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The sample project audit-log. */
class AuditLogSampleIT extends PluginSampleTest {

  /** Absolute, since client and server share the file system. */
  private static final Path AUDIT = Path.of("target", "audit-sample.jsonl").toAbsolutePath();

  @Deployment
  static WebArchive archive() throws Exception {
    return withUsers("audit-log")
        .addAsResource(
            new StringAsset("audit.file=" + AUDIT + "\n"),
            "META-INF/microprofile-config.properties");
  }

  @Test
  void callsAndTheEndingAreLoggedWithTheCaller() throws Exception {
    List<Frame> events = runAs("ada", asking("audited", "What is 6 * 7?"));
    String run = field(events, "run_id");

    // The last line is written after the end of the stream.
    Conditions.await("the lines of the run", () -> lines(run).size() == 3);
    assertThat(lines(run))
        .extracting(line -> line.path("what").asText() + " " + line.path("outcome").asText())
        .containsExactly("calculate success", "calculate invalid_expression", "run NaturalEnd");
    assertThat(lines(run))
        .allSatisfy(line -> assertThat(line.path("who").asText()).isEqualTo("ada"));
    assertThat(lines(run).getFirst().path("digest").asText()).hasSize(64);
  }

  private static List<JsonNode> lines(String run) throws IOException {
    var lines = new ArrayList<JsonNode>();
    for (String line : Files.exists(AUDIT) ? Files.readAllLines(AUDIT) : List.<String>of()) {
      if (line.contains(run)) {
        lines.add(ApiClient.JSON.readTree(line));
      }
    }
    return lines;
  }
}
