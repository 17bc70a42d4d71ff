package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.fixture.Rows;
import io.awaken.http.api.mailbox.MailboxApi;
import io.awaken.http.api.request.InputMessage;
import io.awaken.http.api.thread.ThreadActions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide's run requests are valid; a tour of the guide sends them. */
@Rows({230, 231})
class RunGuideCommandsTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?s)curl http://localhost:8080(\\S+) [^\\n]*\\\\\\n  -d '(.*?)'\\n");

  private static List<String> sent(String end) throws IOException {
    return COMMAND
        .matcher(Files.readString(Path.of("docs", "runs.md")))
        .results()
        .filter(found -> found.group(1).endsWith(end))
        .map(found -> found.group(2))
        .toList();
  }

  @Test
  void everyRunOfTheGuideIsAValidBackgroundRun() throws IOException {
    List<CreateRun> runs =
        sent("/v1/runs").stream().map(body -> AskingApi.read(body, CreateRun.class)).toList();
    assertThat(runs).hasSize(2);
    for (CreateRun run : runs) {
      assertThat(run.inBackground()).isTrue();
      assertThat(run.toRequest(Caller.ANONYMOUS).threadId()).isEqualTo(new ThreadId("sums"));
    }
    assertThat(runs.get(0)).isEqualTo(runs.get(1));
  }

  @Test
  void theMessagesOfTheGuideAreAccepted() throws IOException {
    for (String body : sent("/messages")) {
      assertThat(ThreadActions.texts(body)).hasSize(1);
    }
    for (String body : sent("/inputs")) {
      assertThat(InputMessage.messages(AskingApi.read(body, SendInputs.class).messages()))
          .hasSize(1);
    }
  }

  @Test
  void theJobOfTheGuideIsDelayed() throws IOException {
    List<String> pushed = sent("/mailbox");
    assertThat(pushed).hasSize(2);
    for (String job : pushed) {
      var request = MailboxApi.wanted(job, new ThreadId("sums"), Caller.ANONYMOUS);
      assertThat(request.mode()).isEqualTo(SubmitMode.QUEUE);
      assertThat(request.spec().delivery().delay()).hasHours(1);
      assertThat(request.spec().delivery().dedupeKey()).isEqualTo("hourly");
    }
  }
}
