package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import io.awaken.core.agent.ClientTools;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientTool;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Registries;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Refusals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Front-end tools in the body of a run request. */
class FrontendToolsRequestTest {

  @ParameterizedTest
  @ValueSource(strings = {"frontend_tools", "frontendTools"})
  void theyAreReadUnderBothNames(String field) {
    String tools =
        "[{\"name\":\"pick\",\"description\":\"asks\",\"parameters\":{\"type\":\"object\"}},"
            + "{\"name\":\"show\",\"parameters\":null}]";

    assertThat(parse("\"" + field + "\":" + tools).toRequest(Caller.ANONYMOUS).spec().clientTools())
        .extracting(ClientTool::name, ClientTool::description, tool -> tool.parameters() == null)
        .containsExactly(tuple("pick", "asks", false), tuple("show", null, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"frontend_tools\":null", "\"frontend_tools\":[]"})
  void aRequestMayHaveNone(String field) {
    assertThat(parse(field).toRequest(Caller.ANONYMOUS).spec().clientTools()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                              | invalid_field | frontend_tools
          [1]                             | invalid_field | frontend_tools[0]
          [null]                          | missing_field | frontend_tools[0].name
          [{"description": "x"}]          | missing_field | frontend_tools[0].name
          [{"name": 5}]                   | invalid_field | frontend_tools[0].name
          [{"name": "a", "execute": "x"}] | unknown_field | frontend_tools[0].execute
          """)
  void unreadableToolsAreRefusedWithTheirField(String tools, String code, String field) {
    Refusal refusal =
        Refusals.of(
                catchThrowable(
                    () -> parse("\"frontend_tools\":" + tools).toRequest(Caller.ANONYMOUS)))
            .orElseThrow();

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.field()).isEqualTo(field);
  }

  @Test
  void theNameOfAToolOfTheServerIsRefusedWith400() {
    var registry =
        Registries.with(AgentSpec.of("a", "m"))
            .tools(FunctionTool.answering("delete_all", "x"))
            .snapshot();
    var request =
        parse("\"frontend_tools\":[{\"name\":\"delete_all\"}]").toRequest(Caller.ANONYMOUS);

    Refusal refusal =
        Refusals.of(
                catchThrowable(
                    () -> ClientTools.check(registry, "a", request.spec().clientTools())))
            .orElseThrow();

    assertThat(refusal)
        .isEqualTo(
            Refusal.invalid(
                "frontend_tools[0].name",
                "frontend_tools[0].name must not be the name of a tool of the server"));
  }

  private static CreateRun parse(String field) {
    String body =
        "{\"agent_id\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]," + field + "}";
    return AskingApi.read(body, CreateRun.class);
  }
}
