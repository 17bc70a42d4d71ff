package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Models that attempt what a server's rules forbid (S36-S38). Each agent tries to delete a folder
 * named like itself.
 */
class ToolRulesIT extends BuiltArchiveTest {

  private static List<JsonNode> calls(List<Frame> run) {
    return run.stream()
        .filter(frame -> frame.type().equals("tool_call_done"))
        .map(Frame::data)
        .toList();
  }

  private static JsonNode termination(List<Frame> run) {
    return run.getLast().data().path("termination");
  }

  private String deleted() {
    return calls(run(asking("auditor", "What was deleted?")))
        .getFirst()
        .at("/result/data")
        .toString();
  }

  /** S36: only a decision of a person approves a call, not a text. */
  @Test
  @Rows({209, 210})
  @Attacks("S36")
  void aToolResultCannotApproveACall() {
    List<Frame> run = run(asking("told-asked", "Read the note."));

    assertThat(calls(run).getFirst().at("/result/data").asText()).isEqualTo(Shredder.NOTE);
    assertThat(calls(run).getLast().path("outcome").asText()).isEqualTo("suspended");
    assertThat(termination(run).path("type").asText()).isEqualTo("suspended");
    assertThat(deleted()).doesNotContain("told-asked");

    String call = calls(run).getLast().path("id").asText();
    assertThat(Shredder.NOTE).contains(call);
    String id = run.getLast().data().path("run_id").asText();
    String decision = "{\"tool_call_id\":\"%s\",\"action\":\"resume\"}".formatted(call);
    assertThat(api.postJson("/v1/runs/" + id + "/decision", decision).status()).isEqualTo(202);
    try (var rest = api.events(id, "Last-Event-ID", run.getLast().id())) {
      assertThat(termination(rest.toEnd()).path("type").asText()).isEqualTo("natural_end");
    }
    assertThat(deleted()).containsOnlyOnce("told-asked");
  }

  /** S36. */
  @Test
  @Rows({209, 210})
  void aToolResultCannotLiftADenial() {
    List<Frame> run = run(asking("denied-told", "Read the note."));

    assertBlocked("denied-told", run);
  }

  /** S37: every call gets an error as its result, and the model continues. */
  @Test
  @Rows({114, 211})
  @Attacks("S37")
  void aCallThatMatchesNoToolIsAnErrorThatTheModelReads() {
    List<Frame> run = run(asking("misfits", "Do something."));

    List<JsonNode> calls = calls(run);
    assertThat(calls).hasSize(ShredderAgents.MISFITS.size());
    for (int i = 0; i < calls.size(); i++) {
      var misfit = ShredderAgents.MISFITS.get(i);
      assertThat(calls.get(i).at("/result/code").asText())
          .as("%s", misfit)
          .isEqualTo(misfit.code());
    }
    assertThat(termination(run).path("type").asText()).isEqualTo("natural_end");
    assertThat(deleted()).doesNotContain("misfits");
  }

  /** S38. */
  @Test
  @Rows({209, 210})
  @Attacks("S38")
  void aDenialOverridesAnAllowanceInAnyOrder() {
    for (String agent : List.of("denied-first", "denied-last")) {
      assertBlocked(agent, run(asking(agent, "Delete.")));
    }
  }

  private void assertBlocked(String agent, List<Frame> run) {
    assertThat(termination(run).path("type").asText()).as(agent).isEqualTo("blocked");
    assertThat(termination(run).toString()).contains("permission denied for tool delete_all");
    assertThat(deleted()).doesNotContain(agent);
  }

  /** S38. */
  @Test
  @Rows({208, 209, 211})
  void aFullyDeniedToolIsNotOfferedToTheModel() {
    for (String agent : List.of("hidden", "by-default")) {
      List<Frame> run = run(asking(agent, "Delete."));

      assertThat(calls(run).getFirst().at("/result/code").asText()).isEqualTo("not_found");
      assertThat(termination(run).path("type").asText()).as(agent).isEqualTo("natural_end");
      assertThat(deleted()).doesNotContain(agent);
    }
  }

  /** S38. */
  @Test
  @Rows({208, 209})
  @Attacks("S38")
  void aCallWithoutAMatchingRuleNeedsApproval() {
    List<Frame> run = run(asking("no-rules", "Delete."));

    assertThat(termination(run).path("type").asText()).isEqualTo("suspended");
    assertThat(deleted()).doesNotContain("no-rules");
  }

  /** S38: a failing gate does not allow a call. */
  @Test
  @Rows(209)
  @Attacks("S38")
  void aFailingPolicyBlocksEveryCall() {
    List<Frame> run = run(asking("broken", "Delete."));

    assertThat(termination(run).path("type").asText()).isEqualTo("error");
    assertThat(termination(run).toString()).contains(BrokenPolicy.NAME);
    assertThat(deleted()).doesNotContain("broken");
  }

  /** S38: other agents are served. */
  @Test
  @Rows(35)
  void anAgentWithInvalidRulesDoesNotRun() {
    assertRefused(
        api.postJson("/v1/runs", asking("unreadable", "Delete.")),
        400,
        "invalid_plugin_config",
        "agent_id");
    assertThat(deleted()).doesNotContain("unreadable");
  }
}
