package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.api.ToolServersResource.ApproveTool;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(1077)
class ToolServersRoutesTest {

  private final List<String> approved = new ArrayList<>();

  @Test
  void operatorsApproveAToolByItsHash() {
    ToolServersResource servers = of(RunsApi.OPERATOR, "done");

    assertThat(AskingApi.wire(servers.approve("files", "read", new ApproveTool("abc"))).toString())
        .isEqualTo("{\"server\":\"files\",\"tool\":\"read\"}");
    assertThat(approved).containsExactly("files read abc " + RunsApi.OPERATOR.subject());

    Refusal refused = refusal(() -> servers.approve("files", "read", new ApproveTool(null)));
    assertThat(refused.code()).isEqualTo("missing_field");
    assertThat(refused.field()).isEqualTo("hash");
  }

  @Test
  @Attacks({"S08", "S42"})
  void othersApproveNothing() {
    Refusal refused = refusal(() -> of(ADA, "done").approve("files", "read", new ApproveTool("a")));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(approved).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          unknown, 404, tool_not_found,
          changed, 409, tool_changed, hash
          fixed,   409, tool_fixed,
          """)
  void aRefusedApprovalHasAReason(String came, int status, String code, String field) {
    Refusal refused =
        refusal(() -> of(RunsApi.OPERATOR, came).approve("files", "read", new ApproveTool("a")));

    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.field()).isEqualTo(field);
  }

  private ToolServersResource of(Caller caller, String answer) {
    var resource = new ToolServersResource();
    resource.servers =
        new ToolServerAdmin(
            List::of,
            (server, tool, hash, by) -> {
              approved.add(server + " " + tool + " " + hash + " " + by);
              return answer;
            });
    resource.admin = new AdminRole("operators");
    resource.security = KnownCallers.of(caller);
    return resource;
  }
}
