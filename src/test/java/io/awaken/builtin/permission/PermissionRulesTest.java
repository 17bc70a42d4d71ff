package io.awaken.builtin.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Rows;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(208)
class PermissionRulesTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final JsonNode DOCUMENT =
      json(
          """
          {'default_behavior': 'deny',
           'approver': {'role': 'clerk'},
           'rules': [
             {'tool': 'read_file', 'behavior': 'allow'},
             {'tool': 'Bash(npm *)', 'behavior': 'ask', 'scope': 'thread',
              'approver': {'role': 'boss', 'other_than_requester': true},
              'expiry': {'after_ms': 60000}},
             {'tool': 'delete_*', 'behavior': 'deny', 'scope': 'project'}]}
          """);

  @Test
  @Rows({208, 212})
  void aDocumentBecomesRulesInItsOrder() {
    PermissionRules rules = PermissionRules.parse(DOCUMENT);

    assertThat(rules.defaultBehavior()).isEqualTo(PermissionBehavior.DENY);
    assertThat(rules.terms().approver()).isEqualTo(new Approver("clerk", false));
    assertThat(rules.rules())
        .containsExactly(
            PermissionRule.allow("read_file"),
            PermissionRule.ask("Bash(npm *)")
                .remembering(PermissionScope.THREAD)
                .on(
                    new ApprovalTerms(
                        new Approver("boss", true), new Expiry(60_000, DecisionAction.CANCEL))),
            PermissionRule.deny("delete_*"));
  }

  @Test
  void rulesRoundTripThroughJson() {
    PermissionRules rules = PermissionRules.parse(DOCUMENT);
    JsonNode written = PermissionRules.SECTION.config().encode(rules);
    assertThat(PermissionRules.parse(written)).isEqualTo(rules);
  }

  @Test
  void absentFieldsHaveDefaults() {
    assertThat(PermissionRules.parse(json("{}"))).isEqualTo(PermissionRules.NONE);
    assertThat(PermissionRule.ask("a").scope()).isEqualTo(PermissionScope.PROJECT);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          []                                          | permission is an object
          {'rule': []}                                | permission has an unknown field
          {'default_behavior': 'maybe'}               | default_behavior is one of ask, allow, deny
          {'rules': {}}                               | rules is a list
          {'rules': ['a']}                            | rules[0] is an object
          {'rules': [{'tool': 'a'}]}                  | rules[0] needs a tool (text) and a behavior
          {'rules': [{'behavior': 'ask'}]}            | rules[0] needs a tool (text) and a behavior
          {'rules': [{'tool': 1, 'behavior': 'ask'}]} | rules[0] needs a tool (text) and a behavior
          {'rules': [{'tool': 'a', 'behavior': 1}]}   | rules[0].behavior is one of
          {'rules': [{'tool': 'a(', 'behavior': 'ask'}]} | rules[0].tool is no pattern: column 3: expected ')'
          {'rules': [{'tool': 'a', 'behavior': 'ask', 'scope': 'x'}]} | rules[0].scope is one of once, session
          {'rules': [{'tool': 'a', 'behavior': 'deny', 'scope': 'user'}]} | rules[0]: scope user is for rules that ask
          {'rules': [{'tool': 'a', 'behavior': 'allow', 'expiry': {'after_ms': 1}}]} | rules[0]: approver and expiry are for
          {'rules': [{'tool': 'a', 'behavior': 'ask', 'expiry': {'after_ms': 0}}]} | rules[0].expiry.after_ms is a number
          {'rules': [{'tool': 'a', 'behavior': 'ask', 'expiry': {'after_ms': 315360000001}}]} | rules[0].expiry.after_ms is a number of milliseconds above 0, the limit is 315360000000
          {'expiry': {'after_ms': 9223372036854775807}} | expiry.after_ms is a number of milliseconds above 0, the limit is 315360000000
          {'expiry': {'after_ms': 99999999999999999999}} | expiry.after_ms is a number of milliseconds above 0, the limit is 315360000000
          {'rules': [{'tool': 'a', 'behavior': 'ask', 'approver': {'x': 1}}]} | rules[0].approver has an unknown field
          """)
  void invalidFieldsAreNamed(String document, String message) {
    assertThatThrownBy(() -> PermissionRules.parse(json(document)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void theNumberOfRulesIsLimited() {
    var rules =
        Collections.nCopies(PermissionRules.MAX_RULES + 1, PermissionRule.allow("a"))
            .toArray(PermissionRule[]::new);
    assertThatThrownBy(() -> PermissionRules.of(null, rules)).hasMessageContaining("limit is 256");
  }

  @Test
  void theSchemaOfTheSectionAdmitsTheDocumentAndNoOtherFields() throws ToolException {
    var schema = new ArgumentSchema(PermissionRules.SECTION.schema());
    schema.check(DOCUMENT);
    schema.check(json("{}"));
    assertThatThrownBy(() -> schema.check(json("{'default': 'ask'}")))
        .hasMessageContaining("default");
    assertThatThrownBy(() -> schema.check(json("{'rules': [{'tool': 'a'}]}")))
        .hasMessageContaining("behavior");
  }

  @Test
  void anExpiryOfTenYearsIsTheLongestInSchemaAndRules() throws ToolException {
    var schema = new ArgumentSchema(PermissionRules.SECTION.schema());
    JsonNode longest = json("{'expiry': {'after_ms': 315360000000}}");

    schema.check(longest);
    assertThat(PermissionRules.parse(longest).terms().expiry())
        .isEqualTo(new Expiry(Expiry.MAX_AFTER_MILLIS, DecisionAction.CANCEL));
    assertThatThrownBy(() -> schema.check(json("{'expiry': {'after_ms': 315360000001}}")))
        .hasMessageContaining("after_ms")
        .hasMessageContaining("315360000000");
  }

  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
