package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Frame;
import java.util.List;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The sample project profile-memory. */
class ProfileMemorySampleIT extends PluginSampleTest {

  @Deployment
  static WebArchive archive() throws Exception {
    return withUsers("profile-memory");
  }

  @Test
  void factsAboutAUserAreRememberedOnlyInThisUsersThreads() {
    String user = "guest-" + UUID.randomUUID();
    List<Frame> first = runAs(user, asking("host", "I eat no meat."));
    assertThat(all(first, "tool_call_done"))
        .singleElement()
        .satisfies(done -> assertThat(done.at("/result/status").asText()).isEqualTo("success"));
    assertThat(all(first, "custom")).isEmpty();

    List<Frame> second = runAs(user, asking("host", "What shall I eat?"));

    assertThat(field(second, "thread_id")).isNotEqualTo(field(first, "thread_id"));
    assertThat(all(second, "custom"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.get("name").asText()).isEqualTo("profile-memory");
              assertThat(event.at("/value/facts").asInt()).isEqualTo(1);
            });
    assertThat(all(runAs("guest-" + UUID.randomUUID(), asking("host", "And me?")), "custom"))
        .isEmpty();
  }
}
