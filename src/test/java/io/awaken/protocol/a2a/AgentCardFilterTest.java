package io.awaken.protocol.a2a;

import static io.awaken.fixture.Answering.answering;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.FakeServletOutput;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cards of servers whose callers must log in; {@code A2aApiIT} reads them over HTTP. */
@Rows(241)
class AgentCardFilterTest {

  private final A2aApi api = new A2aApi(Script.builder().says("Hello").build());
  private final Map<String, Object> answer = new HashMap<>();
  private boolean passed;

  private String get(String method, String servlet, String rest) throws Exception {
    api.authentication = List.of("tokens");
    var output = new FakeServletOutput();
    output.isReady();
    var request =
        answering(
            HttpServletRequest.class,
            Map.of(
                "getMethod", args -> method,
                "getServletPath", args -> servlet,
                "getPathInfo", args -> rest));
    var response =
        answering(
            HttpServletResponse.class,
            Map.of(
                "setStatus", args -> answer.put("status", args[0]),
                "setHeader", args -> answer.put((String) args[0], args[1]),
                "setContentType", args -> answer.put("type", args[0]),
                "getOutputStream", args -> output));
    var filter = new AgentCardFilter();
    filter.cards = api.cards();
    filter.doFilter(request, response, (in, out) -> passed = true);
    return output.arrived();
  }

  @ParameterizedTest
  @CsvSource({
    "/.well-known/agent-card.json,,Awaken",
    "/v1,/a2a/.well-known/agent-card.json,Awaken",
    "/v1,/a2a/a/.well-known/agent-card.json,a"
  })
  void aCardIsReadWithoutCredentials(String servlet, String rest, String name) throws Exception {
    JsonNode card = A2aApi.json(get("GET", servlet, rest).replace("'", "’"));

    assertThat(card.get("name").asText()).isEqualTo(name);
    assertThat(card.at("/supportedInterfaces/0/tenant").asText()).isEqualTo("a");
    assertThat(card.at("/securitySchemes/bearer/httpAuthSecurityScheme/scheme").asText())
        .isEqualTo("Bearer");
    assertThat(answer).containsEntry("Cache-Control", "private, max-age=60");
  }

  @Test
  void anAgentThatIsNotOfferedHasNoCard() throws Exception {
    JsonNode refused = A2aApi.json(get("GET", "/v1", "/a2a/hidden/.well-known/agent-card.json"));

    assertThat(answer).containsEntry("status", 404);
    assertThat(refused.at("/error/details/0/reason").asText()).isEqualTo("AGENT_NOT_FOUND");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/v1,/a2a/tasks",
    "POST,/v1,/a2a/a/.well-known/agent-card.json",
    "GET,/v1,/a2a/a/.well-known/agent-card.json/tasks"
  })
  void everyOtherRequestIsPassedOn(String method, String servlet, String rest) throws Exception {
    assertThat(get(method, servlet, rest)).isEmpty();
    assertThat(passed).isTrue();
  }
}
