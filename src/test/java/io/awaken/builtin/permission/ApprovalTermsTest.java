package io.awaken.builtin.permission;

import static io.awaken.builtin.permission.PermissionPluginTest.asked;
import static io.awaken.builtin.permission.PermissionPluginTest.call;
import static io.awaken.builtin.permission.PermissionPluginTest.gate;
import static io.awaken.builtin.permission.PermissionRulesTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.permission.Policy.Verdict;
import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Caller;
import io.awaken.core.state.Codec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** For whom a remembered approval applies, and where other approvers are required. */
@Rows({210, 212})
class ApprovalTermsTest {

  private static final ToolDescriptor PAY =
      new ToolDescriptor("pay", null, "d", json("{'type': 'object'}"), null, null);
  private static final ToolCall LITTLE = call("pay", "{'amount': 5}");
  private static final ToolCall MUCH = call("pay", "{'amount': 1000000}");
  private static final Caller ANNA = new Caller("acme", "anna", Set.of());
  private static final Caller BEN = new Caller("acme", "ben", Set.of());

  private static final String ALL = "{TERMS}";
  private static final String RULE = "{'rules': [{'tool': 'pay', 'behavior': 'ask', TERMS}]}";
  private static final String ASKING = "{'rules': [{TERMS, 'behavior': 'ask'}]}";
  private static final String NONE = "'approver': {}";
  private static final String BOSS = "'approver': {'role': 'boss'}";
  private static final String FOUR_EYES = "'approver': {'other_than_requester': true}";
  private static final String BOTH = "'approver': {'role': 'boss', 'other_than_requester': true}";

  private final ProfileStore profiles =
      new MemoryStores(
              InstantSource.system(), new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1"))
          .profile();

  @ParameterizedTest
  @ValueSource(strings = {ALL, RULE})
  void anApprovalDoesNotApplyWhereOtherApproversAreRequired(String section) {
    List<String> terms = List.of(NONE, BOSS, FOUR_EYES, BOTH, BOSS.replace("boss", "clerk"));
    for (String given : terms) {
      Caller caller = new Caller("acme", "anna-" + terms.indexOf(given), Set.of());
      approve(bench(section, given, caller), "user");

      for (String needed : terms) {
        assertThat(gate(bench(section, needed, caller), MUCH).isEmpty())
            .as("given under %s, needed under %s", given, needed)
            .isEqualTo(needed.equals(given));
      }
    }
  }

  @Test
  void anApprovalThatWasStoredWithoutTermsAnswersQuestionsWithoutTerms() {
    Codec<Remembered> codec = ApprovalMemory.USER.value();
    Remembered stored = codec.decode(json("{'approvals': [{'question': '', 'rule': 'pay'}]}"));

    assertThat(covers(stored, null)).isTrue();
    assertThat(covers(stored, Approver.ANY_CALLER)).isTrue();
    assertThat(covers(stored, new Approver("boss", false))).isFalse();
    assertThat(covers(stored, new Approver(null, true))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {NONE, BOSS, FOUR_EYES, BOTH})
  void anApprovalIsReadWithTheTermsThatItWasStoredWith(String terms) {
    PluginBench bench = bench(ALL, terms, ANNA);
    approve(bench, "thread");
    Remembered kept = bench.read(ApprovalMemory.THREAD);
    Codec<Remembered> codec = ApprovalMemory.USER.value();

    assertThat(kept.approvals()).hasSize(1);
    assertThat(codec.decode(codec.encode(kept))).isEqualTo(kept);
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUR_EYES, BOTH})
  void anApproverForAnotherRequesterHasNotApprovedTheirOwnCalls(String terms) {
    PluginBench thread = bench(ALL, terms, BEN);
    approve(thread, "thread");

    assertThat(gate(thread, MUCH)).as("Ben's, approved by another caller").isEmpty();
    assertThat(gate(thread.caller(ANNA, profiles), MUCH)).as("Anna's own").isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "thread", "user"})
  @Attacks("S53")
  void underFourEyesNoApprovalAppliesToARunWithOtherSpeakers(String scope) {
    PluginBench bench = bench(ALL, FOUR_EYES, BEN);
    approve(bench, scope);
    assertThat(gate(bench, MUCH)).isEmpty();

    assertThat(gate(bench.spokenToBy("anna"), MUCH)).isPresent();
  }

  @Test
  void withoutFourEyesOtherSpeakersDoNotMatter() {
    PluginBench bench = bench(ALL, BOSS, BEN);
    approve(bench, "thread");

    assertThat(gate(bench.spokenToBy("anna"), MUCH)).isEmpty();
  }

  @Test
  void withoutFourEyesAThreadApprovalAppliesToAllOfIt() {
    PluginBench thread = bench(ALL, BOSS, BEN);
    approve(thread, "thread");

    assertThat(gate(thread.caller(ANNA, profiles), MUCH)).isEmpty();
  }

  @Test
  void anAnonymousRequesterIsNotRemembered() {
    PluginBench thread = bench(ALL, FOUR_EYES, Caller.ANONYMOUS);
    try (var log = new CapturedLog(PermissionHooks.class)) {
      approve(thread, "thread");

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("applies to this call only")
          .contains("other_than_requester needs a caller with a name");
    }
    assertThat(gate(thread, MUCH)).isPresent();
  }

  @ParameterizedTest(name = "asked under {0}, the rules have {1} by now")
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          'tool': 'pay'                           | 'tool': 'pay', 'approver': {'role': 'boss'}
          'tool': 'pay'                           | 'tool': 'pay(amount = \\"5\\")'
          'tool': 'p*'                            | 'tool': 'pay'
          'tool': 'pay'                           | 'tool': 'pay', 'scope': 'thread'
          'tool': 'pay', 'scope': 'session'       | 'tool': 'pay', 'scope': 'thread'
          """)
  void anApprovalOfAnOlderQuestionIsNotRemembered(String then, String now) {
    for (String payload : List.of("null", "{'scope': 'thread', 'rule': 'pay'}")) {
      PluginBench bench = bench(ASKING, then, ANNA);
      SuspendTicket question = asked(bench, LITTLE);
      approve(bench.section("permission", section(ASKING, now)), question, payload);

      assertThat(gate(bench, LITTLE)).as("after %s", payload).isPresent();
      assertThat(bench.read(ApprovalMemory.THREAD)).isEqualTo(Remembered.NOTHING);
      assertThat(bench.read(ApprovalMemory.SESSION)).isEqualTo(Remembered.NOTHING);
    }
  }

  @Test
  void anApprovalByAStricterApproverIsRememberedUnderTheCurrentRules() {
    PluginBench bench = bench(RULE, BOTH, ANNA);
    SuspendTicket question = asked(bench, LITTLE);
    approve(
        bench.section("permission", section(RULE, BOSS)),
        question,
        "{'scope': 'thread', 'rule': 'pay'}");

    assertThat(gate(bench, MUCH)).isEmpty();
  }

  private static boolean covers(Remembered stored, Approver approver) {
    var asked = new Verdict(PermissionBehavior.ASK, null, new ApprovalTerms(approver, null));
    return stored.covers(asked, CallSubject.of("pay", MUCH.arguments()), "anna");
  }

  private PluginBench bench(String section, String terms, Caller caller) {
    return PluginBench.of(new PermissionPlugin())
        .section("permission", section(section, terms))
        .tools(PAY)
        .caller(caller, profiles);
  }

  private static JsonNode section(String section, String terms) {
    return json(section.replace("TERMS", terms));
  }

  /** A permitted approver approves the small payment, and later ones within this scope. */
  private static void approve(PluginBench bench, String scope) {
    approve(bench, asked(bench, LITTLE), "{'scope': '" + scope + "', 'rule': 'pay'}");
  }

  private static void approve(PluginBench bench, SuspendTicket question, String payload) {
    var decision = new Decision("d", DecisionAction.RESUME, json(payload), null, 1);
    bench.decided(Phase.BEFORE_TOOL_EXECUTE, LITTLE, new GivenDecision(decision, question));
  }
}
