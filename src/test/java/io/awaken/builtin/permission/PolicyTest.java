package io.awaken.builtin.permission;

import static io.awaken.builtin.permission.PermissionRulesTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.permission.Policy.Verdict;
import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.builtin.permission.pattern.Reading;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(209)
class PolicyTest {

  private static final CallSubject RM = call("Bash", "{'command': 'rm -rf /'}");

  @ParameterizedTest(name = "{0} on {1}: {2} by {3}")
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          ask *; allow Bash; deny Bash(rm *)       | {'command': 'rm -rf'} | deny  | Bash(rm *)
          deny Bash(rm *); allow Bash; ask *       | {'command': 'rm -rf'} | deny  | Bash(rm *)
          ask *; allow Bash; deny Bash(rm *)       | {'command': 'ls'}     | allow | Bash
          allow B*; ask Bash(ls)                   | {'command': 'ls'}     | allow | B*
          ask Bash(ls); ask *                      | {'command': 'ls'}     | ask   | Bash(ls)
          deny *; deny Bash; deny B*               | {'command': 'ls'}     | deny  | Bash
          deny Bash(*s); deny Bash(l*)             | {'command': 'ls'}     | deny  | Bash(l*)
          deny Bash(l*); deny Bash(*s)             | {'command': 'ls'}     | deny  | Bash(*s)
          allow other; deny else                   | {'command': 'ls'}     | ask   |
          deny Bash(path !~ "src/*")               | {'command': 'ls'}     | deny  | Bash(path !~ "src/*")
          allow Bash(path !~ "src/*")              | {'command': 'ls'}     | ask   |
          deny Bash(rm *)                          | {'command': 'rm x', 'timeout': 5} | deny | Bash(rm *)
          allow Bash(rm *)                         | {'command': 'rm x', 'timeout': 5} | ask  |
          """)
  void denyBeatsAllowBeatsAskThenTheNarrowerRuleThenTheLater(
      String rules, String arguments, String behavior, String by) {
    Verdict verdict = new Policy(PermissionRules.NONE, rules(rules)).judge(call("Bash", arguments));
    assertThat(verdict.behavior().wire()).isEqualTo(behavior);
    assertThat(verdict.rule() == null ? null : verdict.rule().tool().toString()).isEqualTo(by);
  }

  @ParameterizedTest(name = "{0}, default {1}: {2}")
  @Rows(1133)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                     | allow | ask
                     | ask   | ask
                     | deny  | deny
          allow Bash | allow | allow
          allow Bash | deny  | allow
          deny Bash  | allow | deny
          """)
  void whatMayDestroySomethingIsAskedAboutUnlessARuleNamesIt(
      String rules, String unnamed, String behavior) {
    var destroys = new CallSubject("Bash", RM.arguments(), null, true);
    var server = PermissionRules.of(PermissionBehavior.valueOf(unnamed.toUpperCase(Locale.ROOT)));
    var agent = rules == null ? PermissionRules.NONE : rules(rules);

    assertThat(new Policy(server, agent).judge(destroys).behavior().wire()).isEqualTo(behavior);
  }

  @Test
  void theAgentsRulesComeBehindThoseOfTheServer() {
    PermissionRules server = rules("ask Bash; deny Bash(rm *)");
    PermissionRules agent = rules("ask Bash(*); allow Bash(rm *)");

    assertThat(new Policy(server, agent).judge(RM).behavior()).isEqualTo(PermissionBehavior.DENY);
    Verdict ls = new Policy(rules("ask Bash"), rules("ask Bash")).judge(RM);
    assertThat(ls.behavior()).isEqualTo(PermissionBehavior.ASK);
    assertThat(new Policy(server, rules("allow Bash")).judge(call("Bash", "{}")).behavior())
        .isEqualTo(PermissionBehavior.ALLOW);
  }

  @Test
  @Rows({208, 209})
  void aCallThatNoRuleNamesFollowsTheNearestDefaultAndThatIsToAsk() {
    var allows = PermissionRules.of(PermissionBehavior.ALLOW);
    var denies = PermissionRules.of(PermissionBehavior.DENY);

    assertThat(new Policy(PermissionRules.NONE, PermissionRules.NONE).judge(RM).behavior())
        .isEqualTo(PermissionBehavior.ASK);
    assertThat(new Policy(denies, PermissionRules.NONE).judge(RM).behavior())
        .isEqualTo(PermissionBehavior.DENY);
    assertThat(new Policy(denies, allows).judge(RM).behavior()).isEqualTo(PermissionBehavior.ALLOW);
  }

  @Test
  @Rows(211)
  void aToolIsDeniedAltogetherWhenNoCallOfItCouldRun() {
    assertThat(policy("deny rm; allow rm").denies("rm")).isTrue();
    assertThat(policy("deny r*(*)").denies("rm")).isTrue();
    assertThat(policy("deny rm(x)").denies("rm")).isFalse();
    assertThat(policy("allow ls").denies("rm")).isFalse();
    var denies =
        new Policy(
            PermissionRules.of(PermissionBehavior.DENY, PermissionRule.allow("ls(x)")),
            rules("ask cat"));
    assertThat(denies.denies("rm")).isTrue();
    assertThat(denies.denies("ls")).isFalse();
    assertThat(denies.denies("cat")).isFalse();
  }

  @Test
  @Rows(210)
  void theTermsOfAQuestionComeFromTheNearestPlaceThatSaysThem() {
    var boss = new Approver("boss", true);
    var clerk = new Approver("clerk", false);
    var hour = new Expiry(3_600_000, DecisionAction.CANCEL);
    var own =
        new PermissionRules(
            null,
            new ApprovalTerms(clerk, null),
            List.of(
                PermissionRule.ask("Bash"),
                PermissionRule.ask("rm").on(new ApprovalTerms(boss, null))));
    var policy =
        new Policy(new PermissionRules(null, new ApprovalTerms(boss, hour), List.of()), own);

    assertThat(policy.judge(call("Bash", "{}")).terms()).isEqualTo(new ApprovalTerms(clerk, hour));
    assertThat(policy.judge(call("rm", "{}")).terms()).isEqualTo(new ApprovalTerms(boss, hour));
    assertThat(policy.judge(call("x", "{}")).terms()).isEqualTo(new ApprovalTerms(clerk, hour));
  }

  /** The policy against the sentence that describes it, over random rules. */
  @Test
  void theStrongestNarrowestLatestRuleDecides() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    List<String> patterns =
        List.of(
            "*", "B*", "Bash", "/B.+/", "Bash(*)", "Bash(rm *)", "Bash(command =~ \"^rm\")", "x");
    for (int round = 0; round < 5_000; round++) {
      var rules = new ArrayList<PermissionRule>();
      for (int i = random.nextInt(8); i > 0; i--) {
        String pattern = patterns.get(random.nextInt(patterns.size()));
        rules.add(
            switch (random.nextInt(3)) {
              case 0 -> PermissionRule.allow(pattern);
              case 1 -> PermissionRule.ask(pattern);
              default -> PermissionRule.deny(pattern);
            });
      }
      int cut = rules.isEmpty() ? 0 : random.nextInt(rules.size());
      var policy =
          new Policy(
              new PermissionRules(null, null, rules.subList(0, cut)),
              new PermissionRules(null, null, rules.subList(cut, rules.size())));
      assertThat(policy.judge(RM).rule()).as("seed %d: %s", seed, rules).isSameAs(expected(rules));
    }
  }

  private static PermissionRule expected(List<PermissionRule> rules) {
    return rules.reversed().stream()
        .filter(rule -> rule.tool().matches(RM, Reading.PERMITTING))
        .min(
            Comparator.comparing(
                    (PermissionRule rule) ->
                        List.of("DENY", "ALLOW", "ASK").indexOf(rule.behavior().name()))
                .thenComparing(rule -> rule.tool().specificity(), Comparator.reverseOrder()))
        .orElse(null);
  }

  private static Policy policy(String rules) {
    return new Policy(rules(rules), PermissionRules.NONE);
  }

  private static PermissionRules rules(String text) {
    var rules = new ArrayList<PermissionRule>();
    for (String rule : text.split(";")) {
      String[] words = rule.strip().split(" ", 2);
      rules.add(
          switch (words[0]) {
            case "allow" -> PermissionRule.allow(words[1]);
            case "ask" -> PermissionRule.ask(words[1]);
            default -> PermissionRule.deny(words[1]);
          });
    }
    return new PermissionRules(null, null, rules);
  }

  private static CallSubject call(String tool, String arguments) {
    return CallSubject.of(tool, json(arguments));
  }
}
