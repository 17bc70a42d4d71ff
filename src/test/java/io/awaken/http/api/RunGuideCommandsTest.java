package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.SubmitMode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the guide to runs sends is understood; a tour of the guide sends it. */
@Rows({230, 231})
class RunGuideCommandsTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?s)curl http://localhost:8080(\\S+) [^\\n]*\\\\\\n  -d '(.*?)'\\n");

  private static <T> List<T> sent(String end, Class<T> type) throws IOException {
    return COMMAND
        .matcher(Files.readString(Path.of("docs", "runs.md")))
        .results()
        .filter(found -> found.group(1).endsWith(end))
        .map(found -> AskingApi.read(found.group(2), type))
        .toList();
  }

  @Test
  void everyRunOfTheGuideIsOneInTheBackground() throws IOException {
    List<CreateRun> runs = sent("/v1/runs", CreateRun.class);
    assertThat(runs).hasSize(2);
    for (CreateRun run : runs) {
      assertThat(run.inBackground()).isTrue();
      assertThat(run.toRequest(Caller.ANONYMOUS).threadId()).isEqualTo(new ThreadId("sums"));
    }
    assertThat(runs.get(0)).isEqualTo(runs.get(1));
  }

  @Test
  void whatIsSaidInTheGuideIsSaid() throws IOException {
    for (SendMessages said : sent("/messages", SendMessages.class)) {
      assertThat(InputMessage.texts(said.messages())).hasSize(1);
    }
    for (SendInputs said : sent("/inputs", SendInputs.class)) {
      assertThat(InputMessage.texts(said.messages())).hasSize(1);
    }
  }

  @Test
  void whatIsPushedInTheGuideWaitsForLater() throws IOException {
    List<PushJob> pushed = sent("/mailbox", PushJob.class);
    assertThat(pushed).hasSize(2);
    for (PushJob job : pushed) {
      var request = job.toRequest(() -> "default", new ThreadId("sums"), Caller.ANONYMOUS);
      assertThat(request.mode()).isEqualTo(SubmitMode.QUEUE);
      assertThat(request.delivery().delay()).hasHours(1);
      assertThat(request.delivery().dedupeKey()).isEqualTo("hourly");
    }
  }
}
