package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FreePorts;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Questions that people answer outside of the chat page, in Debian's Chromium: with the buttons of
 * the sample's chat channel, which receives the webhook, and by the links of its messages.
 */
@MostlyWaiting
class AnswerPageInterop {

  private static final String SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
  private static final Path CHANNEL =
      Path.of("src-it/samples/chat-approvals/channel.py").toAbsolutePath();

  @TempDir private static Path work;

  @Test
  void approveAndDenyWorkInTheSamplesChannelAndByLink() throws Exception {
    int port = FreePorts.next();
    Path config = work.resolve("config");
    writeAgent(config);
    writeWebhook(config, port);
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    settings.setProperty("awaken.outbound.allow", "127.0.0.1:" + port);
    try (var server = InteropServer.start(work, settings)) {
      Process channel = channel(port, server.base());
      try {
        String output =
            NodePrograms.of("page")
                .with("PAGE_SERVER", server.base())
                .with("PAGE_CHANNEL", "http://127.0.0.1:" + port + "/")
                .run("--test", "--test-reporter=tap", "browser/answer.test.js");
        assertThat(output).containsPattern("(?m)^# pass [1-9]").contains("# fail 0", "# skipped 0");
      } finally {
        channel.destroy();
      }
    }
  }

  /** The agent asks before it calculates. */
  private static void writeAgent(Path config) throws Exception {
    var rules = Map.of("rules", List.of(Map.of("tool", "calculate", "behavior", "ask")));
    new Documents(config)
        .guarded(
            "bookkeeper",
            rules,
            Turns.calls("calculate", Map.of("expression", "6 * 7")),
            Turns.says("Done."));
  }

  private static void writeWebhook(Path config, int port) throws Exception {
    Path folder = Files.createDirectories(config.resolve("webhooks"));
    Files.writeString(
        folder.resolve("chat.yaml"),
        """
        url: http://127.0.0.1:%d/awaken
        secret: %s
        person: {subject: ann}
        """
            .formatted(port, SECRET));
  }

  private static Process channel(int port, String server) throws Exception {
    var program = new ProcessBuilder("python3", CHANNEL.toString(), String.valueOf(port));
    program.environment().put("CHAT_SECRET", SECRET);
    program.environment().put("AWAKEN", server);
    return program
        .redirectErrorStream(true)
        .redirectOutput(work.resolve("channel.log").toFile())
        .start();
  }
}
