package io.awaken.http.resource;

import static io.awaken.fixture.Answering.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Rows;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is refused at the resource, and what they are told. */
@Rows({1120, 1121})
class ChallengeTest {

  private static final String METADATA =
      "resource_metadata=\"http://localhost/.well-known/oauth-protected-resource/v1/mcp\"";

  private final ProtectedResource resource = GuardedResource.resource();
  private final ResourceRequest request = new ResourceRequest("localhost");
  private final Map<String, String> told = new HashMap<>();

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

  private boolean challengedByTheContainer() throws Exception {
    told.clear();
    new ContainerChallenge(resource)
        .doFilter(
            request.servlet(),
            answering(
                HttpServletResponse.class,
                Map.of("setHeader", args -> told.put((String) args[0], (String) args[1]))),
            (asked, answer) -> told.put("passed", "on"));
    assertThat(told.remove("passed")).isEqualTo("on");
    return !told.isEmpty();
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

    request.with("Authorization", "Bearer x").refused(401);
    assertThat(challengedByTheContainer()).isTrue();
    assertThat(told.get("WWW-Authenticate")).isEqualTo(ours);
  }

  @Test
  void otherAnswersAndOtherRoutesSayNothingOfIt() throws Exception {
    assertThat(challengedByTheContainer()).isFalse();
    request.refused(404);
    assertThat(challengedByTheContainer()).isFalse();
    request.path = "/v1/mcp-servers";
    request.refused(401);
    assertThat(challengedByTheContainer()).isFalse();
  }

  @Test
  void theMetadataIsPublic() throws Exception {
    var output = new ByteArrayOutputStream();
    HttpServletResponse response =
        answering(
            HttpServletResponse.class,
            Map.of(
                "setHeader", args -> told.put((String) args[0], (String) args[1]),
                "setContentType", args -> told.put("Content-Type", (String) args[0]),
                "sendError", args -> told.put("status", args[0].toString()),
                "getOutputStream", args -> written(output)));

    new MetadataServlet(resource).doGet(request.servlet(), response);

    assertThat(told)
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Cache-Control", "no-store");
    assertThat(output.toString(StandardCharsets.UTF_8))
        .startsWith("{\"resource\":\"http://localhost/v1/mcp\",");

    new MetadataServlet(resource).doGet(new ResourceRequest("evil.example").servlet(), response);
    assertThat(told).containsEntry("status", "404");
  }

  private static ServletOutputStream written(ByteArrayOutputStream to) {
    return answering(
        ServletOutputStream.class,
        Map.of(
            "write",
            args -> {
              to.write((int) args[0]);
              return null;
            }));
  }
}
