package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Events;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.BeforeMerge;
import java.io.IOException;
import java.net.URL;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** One of the sample projects of plugins, deployed as its own build makes it. */
@BeforeMerge
abstract class PluginSampleTest extends ApiContainerTest {

  /** With what the projects leave to their readers: how users log in. Here a header says it. */
  static WebArchive withUsers(String project) throws IOException, InterruptedException {
    return SampleProjects.archive(project)
        .addClass(HeaderMechanism.class)
        .setWebXML(new StringAsset(OwnMechanismTest.WEB_XML));
  }

  /** An archive of one's own is where the server puts it. */
  @Override
  ApiClient client(URL deployed) {
    return new ApiClient(deployed, deployed.getPath().replaceAll("/$", ""));
  }

  /** The headers by which a user is known. */
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
   * Texts of the thread's messages, as they are stored.
   *
   * @param headers those of a user, or none
   */
  List<String> stored(String thread, String... headers) {
    Answer answer = api.get("/v1/threads/" + thread + "/messages", headers);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().findValuesAsText("text");
  }
}
