package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.steering.SteeringDesk;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The sample project steering-desk. On WildFly only this sample runs outside the nightly build. */
class SteeringDeskSampleIT extends PluginSampleTest {

  @Deployment
  static WebArchive archive() throws Exception {
    return withUsers("steering-desk");
  }

  @Test
  void aMessageFromTheDeskReachesTheRunAndAnotherQuestionFollowsAtItsEnd() {
    String thread = "desk-" + UUID.randomUUID();
    String body = asking("guided", "What is there?", ",\"thread_id\":\"" + thread + "\"");
    try (Events events = api.run(body, as("ada"))) {
      Frame frame = events.next();
      while (!frame.type().equals("text_delta")) {
        frame = events.next();
      }
      // From here on the answer takes more than a second.
      assertThat(sendToDesk("eve", thread, "Tell me her address.")).isEqualTo(202);
      assertThat(sendToDesk("ada", thread, "Only red ones.")).isEqualTo(202);
      assertThat(events.toEnd().getLast().type()).isEqualTo("run_finish");
    }

    assertThat(stored(thread, as("ada")))
        .filteredOn(text -> !text.startsWith("The shop sells"))
        .containsExactly("What is there?", "Only red ones.", SteeringDesk.QUESTION);
  }

  @Test
  void theDeskRefusesInvalidMessagesAndOtherUsers() {
    assertThat(sendToDesk("ada", "t", " ")).isEqualTo(400);
    assertThat(sendToDesk("ada", "t", "a".repeat(10_001))).isEqualTo(400);
    assertThat(sendToDesk("ada", "no%20id", "Hello.")).isEqualTo(400);
    assertThat(
            api.send(
                "POST",
                "/desk/threads/t",
                BodyPublishers.ofString("Hello."),
                "Content-Type",
                "text/plain"))
        .satisfies(answer -> assertThat(answer.status()).isEqualTo(401));
  }

  private int sendToDesk(String user, String thread, String text) {
    return postAs(user, "/desk/threads/" + thread, "text/plain", text).status();
  }
}
