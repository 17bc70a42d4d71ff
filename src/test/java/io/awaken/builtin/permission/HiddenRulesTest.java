package io.awaken.builtin.permission;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that no call can reach are found, and only those. */
@Rows({208, 209})
class HiddenRulesTest {

  @ParameterizedTest(name = "{0} hides {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # behaviors
          allow *                  | ask pay                       | true
          deny *                   | ask pay                       | true
          deny *                   | allow pay                     | true
          ask *                    | allow pay                     | false
          ask *                    | deny pay                      | false
          allow *                  | deny pay                      | false
          allow *                  | allow pay                     | false
          deny *                   | deny pay                      | false

          # names
          allow pay                | ask pay                       | true
          allow pay                | ask pay_all                   | false
          allow pay                | ask *                         | false
          allow pay_*              | ask pay_all                   | true
          allow pay_*              | ask pay_all_*                 | true
          allow pay_*              | ask pay*                      | false
          allow *_*                | ask a*_b*                     | true
          allow *a*                | ask *b*                       | false
          allow a*c                | ask a*b*c                     | true
          allow a*b*c              | ask a*c                       | false
          allow **                 | ask *                         | true
          allow *                  | ask /pay_.*/                  | true
          allow pay_*              | ask /pay_.*/                  | false
          allow /pay_.*/           | ask /pay_.*/                  | true
          allow /pay_.*/           | ask pay_all                   | true
          allow /pay_.*/           | ask pay_*                     | false

          # conditions
          allow Bash               | ask Bash(rm *)                | true
          allow Bash(*)            | ask Bash(rm *)                | true
          allow Bash(r*)           | ask Bash(rm *)                | false
          allow Bash(rm *)         | ask Bash(rm *)                | false
          deny Bash                | allow Bash(rm *)              | true
          deny Bash(rm *)          | allow Bash(rm *)              | true
          deny Bash(rm *)          | allow Bash                    | false
          deny Bash(rm *)          | allow Bash(rm -r *)           | false
          deny B*(a = "1")         | allow Bash(b ~ "x*", a = "1") | true
          deny B*(a = "1")         | allow Bash(a = "2")           | false
          deny B*(a = "1")         | allow Bash(a != "1")          | false
          deny B*(a =~ "x")        | ask Bash(a =~ "x")            | true
          """)
  void aRuleIsHiddenIfAStrongerOneMatchesEachOfItsCalls(String by, String rule, boolean hidden) {
    for (PermissionRules rules : List.of(rules(by, rule), rules(rule, by))) {
      assertThat(HiddenRules.of(new Policy(PermissionRules.NONE, rules)))
          .hasSize(hidden ? 1 : 0)
          .allMatch(text -> text.contains("'" + rule + "' applies to no call: '" + by + "'"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          allow * | ask pay   | rules[0]: 'ask pay' applies to no call: 'allow *' of the server's rules matches each of them, and allow is stronger
          ask pay | allow *   | 'ask pay' of the server's rules applies to no call: 'allow *' matches each of them, and allow is stronger
          deny *  | allow pay | rules[0]: 'allow pay' applies to no call: 'deny *' of the server's rules matches each of them, and deny is stronger
          ask pay | deny *    | -
          """)
  void rulesOfTheServerAndOfAnAgentHideEachOther(String server, String agent, String warning) {
    List<String> expected = warning == null ? List.of() : List.of(warning);

    assertThat(HiddenRules.of(new Policy(rules(server), rules(agent)))).isEqualTo(expected);
  }

  @Test
  void rulesOfTheServerHideEachOther() {
    assertThat(HiddenRules.of(new Policy(rules("allow *", "ask pay"), PermissionRules.NONE)))
        .singleElement()
        .asString()
        .startsWith("'ask pay' of the server's rules applies to no call");
  }

  private static PermissionRules rules(String... rules) {
    return PermissionRules.of(
        null, Arrays.stream(rules).map(HiddenRulesTest::rule).toArray(PermissionRule[]::new));
  }

  private static PermissionRule rule(String text) {
    String[] parts = text.split(" ", 2);
    return switch (parts[0]) {
      case "allow" -> PermissionRule.allow(parts[1]);
      case "ask" -> PermissionRule.ask(parts[1]);
      default -> PermissionRule.deny(parts[1]);
    };
  }
}
