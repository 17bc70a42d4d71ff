package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.Nightly;
import java.io.IOException;
import java.net.URL;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A sample plugin project, deployed as its own build packages it. */
@Nightly(
    "builds and deploys the project; a test in one JVM covers it, src-it/readme/run a WAR like it")
abstract class PluginSampleTest extends ApiContainerTest {

  /** Adds what the projects leave to the reader: user authentication, here by a header. */
  static WebArchive withUsers(String project) throws IOException, InterruptedException {
    return SampleProjects.archive(project)
        .addClass(HeaderMechanism.class)
        .setWebXML(new StringAsset(OwnMechanismTest.WEB_XML));
  }

  /** A custom archive has the context root that the server assigns. */
  @Override
  ApiClient client(URL deployed) {
    return new ApiClient(deployed, deployed.getPath().replaceAll("/$", ""));
  }

  /** The headers that identify a user. */
  static String[] as(String user) {
    return new String[] {HeaderMechanism.NAME, user, HeaderMechanism.ROLE, "user"};
  }

  List<Frame> runAs(String user, String body) {
    try (Events events = api.run(body, as(user))) {
      assertThat(events.status()).isEqualTo(200);
      return events.toEnd();
    }
  }

  Answer postAs(String user, String path, String type, String body) {
    var headers = Stream.concat(Stream.of("Content-Type", type), Stream.of(as(user)));
    return api.send("POST", path, BodyPublishers.ofString(body), headers.toArray(String[]::new));
  }

  static String field(List<Frame> events, String name) {
    return events.getLast().data().get(name).asText();
  }

  static Stream<JsonNode> all(List<Frame> events, String type) {
    return events.stream().filter(frame -> frame.type().equals(type)).map(Frame::data);
  }

  /**
   * Texts of the thread's stored messages.
   *
   * @param headers of a user, or none
   */
  List<String> stored(String thread, String... headers) {
    Answer answer = api.get("/v1/threads/" + thread + "/messages", headers);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().findValuesAsText("text");
  }
}
