package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.upstream.ToolServerGrants;
import io.awaken.http.submit.upstream.ToolServerGrants.Granted;
import io.awaken.http.submit.upstream.ToolServerGrants.NotGranted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The routes for granting access to MCP servers. */
class ToolServerGrantsRoutesTest {

  private final List<String> asked = new ArrayList<>();
  private String refusedWith;

  @Test
  @Rows(1147)
  void operatorsGetALink() {
    assertThat(AskingApi.wire(of(RunsApi.OPERATOR).authorize("files")).toString())
        .isEqualTo("{\"server\":\"files\",\"url\":\"https://login.example\"}");
    assertThat(refusal(() -> of(ADA).authorize("files")).status()).isEqualTo(403);
    assertThat(asked).containsExactly("files for " + RunsApi.OPERATOR.subject());
  }

  @Test
  @Rows(1145)
  void anAuthorizationServersAnswerIsProcessedForTheCaller() {
    var answer = new GrantParameters();
    answer.code = "c";
    answer.state = "s";
    answer.iss = "https://login.example";
    answer.errorDescription = "not passed on";

    assertThat(AskingApi.wire(of(ADA).granted(answer)).toString())
        .isEqualTo("{\"server\":\"files\"}");
    assertThat(asked)
        .containsExactly(
            ADA.subject()
                + " "
                + new java.util.TreeMap<>(
                    Map.of("code", "c", "iss", "https://login.example", "state", "s")));
  }

  @ParameterizedTest
  @Rows(1145)
  @Attacks("S18")
  @ValueSource(strings = {"invalid_state", "invalid_answer", "no_token", "access_denied"})
  void deniedAccessIsABadRequest(String code) {
    refusedWith = code;

    Refusal refused = refusal(() -> of(ADA).granted(new GrantParameters()));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo(code);
  }

  private ToolServersResource of(Caller caller) {
    var resource = new ToolServersResource();
    resource.grants =
        new ToolServerGrants(
            new ToolServerGrants.Servers() {
              @Override
              public String authorize(String server, Caller operator) {
                asked.add(server + " for " + operator.subject());
                return "https://login.example";
              }

              @Override
              public Granted granted(Caller by, Map<String, String> answer) {
                if (refusedWith != null) {
                  throw new NotGranted(refusedWith, "so it is", new Granted(null, null, null));
                }
                asked.add(by.subject() + " " + new java.util.TreeMap<>(answer));
                return new Granted("files", null, null);
              }

              @Override
              public String question() {
                return "tool:GrantAccess";
              }
            });
    resource.admin = new AdminRole("operators");
    resource.security = KnownCallers.of(caller);
    return resource;
  }
}
