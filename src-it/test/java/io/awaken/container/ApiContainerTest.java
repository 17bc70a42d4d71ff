package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A deployed archive, and a client of its API for each test. */
@ExtendWith(ArquillianExtension.class)
@RunAsClient
abstract class ApiContainerTest {

  /**
   * The demo model repeats this text word by word for four seconds, so that a test can act on the
   * running run.
   */
  static final String LONG = "Tell me" + " a".repeat(96);

  @ArquillianResource private URL base;
  ApiClient api;

  @BeforeEach
  void connect() {
    api = client(base);
  }

  /** The archive as built declares the server's root as its context root. */
  ApiClient client(URL deployed) {
    return new ApiClient(deployed);
  }

  @AfterEach
  void disconnect() {
    api.close();
  }

  /**
   * The body of a run request.
   *
   * @param more further fields, each with a leading comma
   */
  static String asking(String agent, String text, String... more) {
    return "{\"agent_id\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]%s}"
        .formatted(agent, text, String.join("", more));
  }

  /** Starts a run and reads its stream until it ends or waits. */
  List<Frame> run(String body) {
    try (Events events = api.run(body)) {
      assertThat(events.status()).isEqualTo(200);
      return events.toEnd();
    }
  }

  /** Asserts the common shape of errors: code and field, and no internals. */
  static void assertRefused(Answer answer, int status, String code, String field) {
    assertShape(answer, status, field);
    assertThat(answer.json().path("code").asText()).isEqualTo(code);
  }

  /**
   * @param field null if any is accepted
   */
  static void assertShape(Answer answer, int status, String field) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("content-type")).startsWith("application/json");
    Set<String> names =
        answer.json().properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
    assertThat(names).contains("error", "code");
    assertThat(Set.of("error", "code", "field", "details")).containsAll(names);
    if (field != null) {
      assertThat(answer.json().path("field").asText()).isEqualTo(field);
    }
    assertThat(answer.text()).doesNotContain("Exception").doesNotContain("io.awaken");
  }
}
