package io.awaken.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Rows;
import io.awaken.fixture.ServedRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is refused at the resource, and what they are told. */
@Rows({1120, 1121})
class ChallengeTest {

  private static final String METADATA =
      "resource_metadata=\"http://localhost/.well-known/oauth-protected-resource/v1/mcp\"";

  private final ProtectedResource resource = GuardedResource.resource();

  @BeforeEach
  void answersCanBeMade() {
    FakeRestLayer.install();
  }

  private static ServedRequest post() {
    return new ServedRequest("POST", "{}");
  }

  private static ServedRequest served(ServedRequest sent) {
    return GuardedResource.answering().serve(sent);
  }

  private ServedRequest challengedByTheContainer(ServedRequest refused) throws Exception {
    var passed = new AtomicBoolean();
    new ContainerChallenge(resource)
        .doFilter(refused.request(), refused.response(), (asked, answer) -> passed.set(true));
    assertThat(passed).isTrue();
    return refused;
  }

  @Test
  void credentialsNeedAllScopes() {
    assertThat(served(post().by("ada", GuardedResource.SCOPES)).status()).isEqualTo(204);

    for (Set<String> lacking : List.of(Set.<String>of(), Set.of("mcp:read"))) {
      ServedRequest answer = served(post().by("ada", lacking));
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.content()).contains("\"insufficient_scope\"");
      assertThat(answer.header("WWW-Authenticate"))
          .isEqualTo(
              "Bearer error=\"insufficient_scope\", " + METADATA + ", scope=\"mcp:read mcp:call\"");
    }
  }

  @Test
  void aClientWithoutCredentialsIsChallenged() {
    ServedRequest answer = served(post());

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("WWW-Authenticate"))
        .isEqualTo("Bearer " + METADATA + ", scope=\"mcp:read mcp:call\"");
  }

  @Test
  void aClientWhoseTokenTheContainerRefusesIsChallengedTheSame() throws Exception {
    String ours = served(post().with("Authorization", "Bearer x")).header("WWW-Authenticate");
    assertThat(ours).startsWith("Bearer error=\"invalid_token\", " + METADATA);

    var refused = post().with("Authorization", "Bearer x").refusedWith(401);
    assertThat(challengedByTheContainer(refused).header("WWW-Authenticate")).isEqualTo(ours);
  }

  @Test
  void otherAnswersAndOtherRoutesSayNothingOfIt() throws Exception {
    for (ServedRequest other :
        List.of(
            post(), post().refusedWith(404), post().at("/v1", "/mcp-servers").refusedWith(401))) {
      assertThat(challengedByTheContainer(other).headers()).isEmpty();
    }
  }

  @Test
  void theMetadataIsPublic() throws Exception {
    ServedRequest told = metadata("localhost");
    assertThat(told.headers())
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Cache-Control", "no-store");
    assertThat(told.content()).startsWith("{\"resource\":\"http://localhost/v1/mcp\",");

    assertThat(metadata("evil.example").status()).isEqualTo(404);
  }

  private ServedRequest metadata(String host) throws Exception {
    var asked = new ServedRequest("GET", "").with("Host", host);
    new MetadataServlet(resource).doGet(asked.request(), asked.response());
    return asked;
  }
}
