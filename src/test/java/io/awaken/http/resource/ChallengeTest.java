package io.awaken.http.resource;

import static io.awaken.fixture.Answering.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Rows;
import io.awaken.http.front.HostRules;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is refused at the resource, and what they are told. */
@Rows({1120, 1121})
class ChallengeTest {

  private static final String METADATA =
      "resource_metadata=\"http://localhost/.well-known/oauth-protected-resource/v1/mcp\"";

  private final ProtectedResource resource =
      new ProtectedResource(
          "/v1/mcp",
          PublicAddress.of(
              Optional.empty(), HostRules.of(Set.of()), new ClientOrigins(TrustedProxies.NONE)),
          List.of("https://issuer.example"),
          List.of("mcp:read", "mcp:call"));

  private final ResourceRequest request = new ResourceRequest("localhost");
  private final Map<String, String> told = new HashMap<>();

  @BeforeEach
  void answersCanBeMade() {
    FakeRestLayer.install();
  }

  /** The answer to a caller with these scopes; null when the request goes on. */
  private Response refused(SecurityContext caller) {
    var answered = new Response[1];
    var filter = new ScopeFilter();
    filter.resource = resource;
    filter.sent = request.servlet();
    filter.filter(
        answering(
            ContainerRequestContext.class,
            Map.of(
                "getSecurityContext",
                args -> caller,
                "abortWith",
                args -> answered[0] = (Response) args[0])));
    return answered[0];
  }

  /** What a client reads that the application answers with this status. */
  private Object challenged(int status) {
    var headers = new MultivaluedHashMap<String, Object>();
    headers.putSingle("WWW-Authenticate", "Bearer");
    var filter = new ChallengeFilter();
    filter.resource = resource;
    filter.sent = request.servlet();
    filter.filter(
        null,
        answering(
            ContainerResponseContext.class,
            Map.of("getStatus", args -> status, "getHeaders", args -> headers)));
    return headers.getFirst("WWW-Authenticate");
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

  private static SecurityContext with(String... scopes) {
    return KnownCallers.of(new Caller("default", "ada", Set.of(scopes)));
  }

  @Test
  void credentialsNeedAllScopes() {
    assertThat(refused(with("mcp:read", "mcp:call", "mail"))).isNull();

    for (SecurityContext lacking : List.of(with(), with("mcp:read"), with("mcp:read mcp:call"))) {
      Response answer = refused(lacking);
      assertThat(answer.getStatus()).isEqualTo(403);
      assertThat(new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8))
          .contains("\"insufficient_scope\"");
      assertThat(answer.getHeaderString("WWW-Authenticate"))
          .isEqualTo(
              "Bearer error=\"insufficient_scope\", " + METADATA + ", scope=\"mcp:read mcp:call\"");
    }
  }

  @Test
  void aClientWithoutCredentialsIsChallenged() {
    assertThat(refused(KnownCallers.of(Caller.ANONYMOUS)).getStatus()).isEqualTo(401);
  }

  @Test
  void aRefusedClientLearnsWhereToGetAToken() throws Exception {
    assertThat(challenged(401)).isEqualTo("Bearer " + METADATA + ", scope=\"mcp:read mcp:call\"");

    request.with("Authorization", "Bearer x");
    assertThat(challenged(401).toString())
        .startsWith("Bearer error=\"invalid_token\", " + METADATA);

    request.refused(401);
    assertThat(challengedByTheContainer()).isTrue();
    assertThat(told.get("WWW-Authenticate")).isEqualTo(challenged(401));
  }

  @Test
  void otherAnswersAndOtherRoutesSayNothingOfIt() throws Exception {
    assertThat(challenged(403)).isEqualTo("Bearer");
    assertThat(challengedByTheContainer()).isFalse();
    request.refused(404);
    assertThat(challengedByTheContainer()).isFalse();
    request.path = "/v1/mcp-servers";
    assertThat(challenged(401)).isEqualTo("Bearer");
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
