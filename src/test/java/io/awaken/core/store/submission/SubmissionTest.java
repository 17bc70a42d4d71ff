package io.awaken.core.store.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubmissionTest {

  private static String title(String... users) {
    List<Message> messages = Stream.of(users).map(text -> Message.user("m", text)).toList();
    return new Submission(
            new RunId("r"),
            new ThreadId("t"),
            new JobId("j"),
            "a",
            Caller.ANONYMOUS,
            null,
            messages,
            null)
        .title();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          Plan a trip.,                        Plan a trip.
          "  Plan\n\na trip.  ",               Plan a trip.
          My password: hunter22 is it safe?,   My password: [redacted] is it safe?
          " ",
          """)
  void aNewThreadIsCalledLikeTheBeginningOfTheFirstMessage(String text, String title) {
    assertThat(title(text)).isEqualTo(title);
    assertThat(title(" ", text, "Later.")).isEqualTo(title == null ? "Later." : title);
  }

  @Test
  void aLongMessageIsCut() {
    assertThat(title("long ".repeat(100))).hasSizeLessThanOrEqualTo(80).endsWith("…");
  }
}
