package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Rows;
import io.awaken.http.api.suspension.SuspensionsApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide's decision requests are valid; a tour of the guide sends them. */
class DecisionGuideCommandsTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?s)curl (?:-N )?http://localhost:8080(\\S+) [^\\n]*\\\\\\n  -d '(.*?)'\\n");

  private record Command(String path, String body) {}

  private static List<Command> commands(String end) throws IOException {
    return COMMAND
        .matcher(Files.readString(Path.of("docs", "human-in-the-loop.md")))
        .results()
        .map(found -> new Command(found.group(1), found.group(2)))
        .filter(command -> command.path().endsWith(end))
        .toList();
  }

  @Test
  @Rows(231)
  void everyRunOfTheGuideIsValid() throws IOException {
    List<Command> runs = commands("/v1/runs");
    assertThat(runs).hasSizeGreaterThan(5);
    for (Command run : runs) {
      var request = AskingApi.read(run.body(), CreateRun.class).toRequest(Caller.ANONYMOUS);
      assertThat(request.threadId()).isNotNull();
    }
  }

  @Test
  @Rows(186)
  void everyDecisionOfTheGuideIsValid() throws IOException {
    List<Command> decisions = commands("/decision");
    assertThat(decisions).hasSizeGreaterThan(5);
    for (Command decision : decisions) {
      var request = SuspensionsApi.wanted(decision.body(), Caller.ANONYMOUS);
      assertThat(request.callId()).isEqualTo("call_1_1");
    }
  }
}
