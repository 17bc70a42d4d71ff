package io.awaken.builtin.permission;

import static io.awaken.builtin.permission.PermissionPluginTest.asked;
import static io.awaken.builtin.permission.PermissionPluginTest.call;
import static io.awaken.builtin.permission.PermissionPluginTest.gate;
import static io.awaken.builtin.permission.PermissionRulesTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ToolCall;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.state.Phase;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(212)
class ApprovalMemoryTest {

  private static final ToolDescriptor BASH =
      new ToolDescriptor("Bash", null, "d", json("{'type': 'object'}"), null, "command");
  private static final ToolCall NPM_TEST = call("Bash", "{'command': 'npm test'}");
  private static final ToolCall NPM_START = call("Bash", "{'command': 'npm start'}");
  private static final ToolCall GIT = call("Bash", "{'command': 'git push'}");
  private static final Caller ANNA = new Caller("acme", "anna", Set.of());

  private final ProfileStore profiles =
      new MemoryStores(
              InstantSource.system(), new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1"))
          .profile();
  private final PluginBench bench = bench("{}");

  @ParameterizedTest(name = "{0}")
  @CsvSource({"session, permission.session", "thread, permission.thread"})
  void anApprovalForLongerIsKeptInTheStateOfItsScope(String scope, String key) {
    approve(bench, NPM_TEST, "{'scope': '" + scope + "', 'rule': 'Bash(npm *)'}");

    assertThat(gate(bench, NPM_START)).isEmpty();
    assertThat(gate(bench, GIT)).isPresent();
    Remembered session = bench.read(ApprovalMemory.SESSION);
    Remembered thread = bench.read(ApprovalMemory.THREAD);
    assertThat(key.equals("permission.session") ? session : thread)
        .isEqualTo(Remembered.NOTHING.with(approval("Bash(npm *)")));
    assertThat(key.equals("permission.session") ? thread : session).isEqualTo(Remembered.NOTHING);
  }

  @Test
  void anApprovalForAUserAppliesToThreadsOfThatUserOnly() {
    approve(bench.caller(ANNA, profiles), NPM_TEST, "{'scope': 'user', 'rule': 'Bash(npm *)'}");

    assertThat(gate(bench("{}").caller(ANNA, profiles), NPM_START)).isEmpty();
    for (Caller other :
        new Caller[] {
          new Caller("acme", "bob", Set.of()), new Caller("other", "anna", Set.of()),
        }) {
      assertThat(gate(bench("{}").caller(other, profiles), NPM_START)).isPresent();
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          {'scope': 'thread'}                               | rule is missing
          {'scope': 'thread', 'rule': 'Bash('}              | rule is no pattern: column 6
          {'scope': 'thread', 'rule': 'Bash(git *)'}        | rule does not match the call
          {'scope': 'thread', 'rule': 'other'}              | rule does not match the call
          {'scope': 'thread', 'rule': '*'}                  | rule must name the approved tool
          {'scope': 'thread', 'rule': '/Bash/'}             | rule must name the approved tool
          {'scope': 'forever', 'rule': 'Bash'}              | scope is not known
          {'scope': 'user', 'rule': 'Bash'}                 | scope user needs a caller with a name
          """)
  void anApprovalThatCannotBeRememberedAppliesToItsCallAndIsLogged(String payload, String reason) {
    try (var log = new CapturedLog(PermissionHooks.class)) {
      approve(bench.caller(Caller.ANONYMOUS, profiles), NPM_TEST, payload);

      assertThat(log.warnings()).singleElement().asString().contains(reason).contains("Bash");
    }
    assertThat(gate(bench, NPM_TEST)).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {"null", "{}", "true", "{'scope': 'once', 'rule': 'Bash'}", "{'scope': 'project'}"})
  void anApprovalForOneCallIsNotRemembered(String payload) {
    approve(bench, NPM_TEST, payload);
    assertThat(gate(bench, NPM_TEST)).isPresent();
  }

  @Test
  void aCancelledCallIsNotRemembered() {
    decide(bench, NPM_TEST, DecisionAction.CANCEL, "{'scope': 'thread', 'rule': 'Bash'}");
    assertThat(gate(bench, NPM_TEST)).isPresent();
  }

  @Test
  void aRuleThatAsksOncePerThreadRemembersItselfWhenItsCallIsApproved() {
    PluginBench once =
        bench("{'rules': [{'tool': 'Bash(npm *)', 'behavior': 'ask', 'scope': 'thread'}]}");
    approve(once, NPM_TEST, "null");

    assertThat(gate(once, NPM_START)).isEmpty();
    assertThat(gate(once, GIT)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "thread", "user"})
  void anApprovalByExpiryIsNotRemembered(String scope) {
    PluginBench patient =
        bench("{'rules': [{'tool': 'Bash', 'behavior': 'ask', 'scope': '" + scope + "'}]}")
            .caller(ANNA, profiles);
    decide(patient, NPM_TEST, new Expiry(60_000, DecisionAction.RESUME).decision(1));
    assertThat(gate(patient, NPM_TEST)).as("nothing was approved").isPresent();

    approve(patient, NPM_TEST, "null");
    assertThat(gate(patient, NPM_TEST)).isEmpty();
  }

  @Test
  @Rows({209, 212})
  void aRememberedApprovalOverridesNoDenyAndNoOtherQuestion() {
    PluginBench strict =
        bench(
            """
            {'rules': [{'tool': 'Bash(git *)', 'behavior': 'deny'},
                       {'tool': 'Bash(npm publish*)', 'behavior': 'ask',
                        'approver': {'role': 'boss'}}]}
            """);
    approve(strict, NPM_TEST, "{'scope': 'thread', 'rule': 'Bash'}");

    assertThat(gate(strict, NPM_START)).isEmpty();
    assertThat(gate(strict, GIT).orElseThrow()).isInstanceOf(ToolIntercept.Block.class);
    ToolCall publish = call("Bash", "{'command': 'npm publish'}");
    assertThat(asked(strict, publish).approver().role()).isEqualTo("boss");
  }

  @Test
  void theOldestApprovalIsDroppedAndDuplicatesCountOnce() {
    Remembered all = Remembered.NOTHING;
    for (int i = 0; i <= Remembered.MAX_APPROVALS; i++) {
      all = all.with(approval("t" + i)).with(approval("t1"));
    }
    assertThat(all.approvals()).hasSize(Remembered.MAX_APPROVALS);
    assertThat(all.approvals()).contains(approval("t1"));
    assertThat(all.approvals()).doesNotContain(approval("t0"));
  }

  private static Remembered.Approval approval(String rule) {
    return new Remembered.Approval("", rule, null, null);
  }

  private static PluginBench bench(String section) {
    return PluginBench.of(new PermissionPlugin()).section("permission", json(section)).tools(BASH);
  }

  private static void approve(PluginBench bench, ToolCall call, String payload) {
    decide(bench, call, DecisionAction.RESUME, payload);
  }

  private static void decide(
      PluginBench bench, ToolCall call, DecisionAction action, String payload) {
    decide(bench, call, new Decision("d", action, json(payload), null, 1));
  }

  private static void decide(PluginBench bench, ToolCall call, Decision decision) {
    var given = new GivenDecision(decision, asked(bench, call));
    bench.decided(Phase.BEFORE_TOOL_EXECUTE, call, given);
  }
}
