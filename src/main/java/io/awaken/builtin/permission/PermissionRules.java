package io.awaken.builtin.permission;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.plugin.context.ConfigSection;
import java.util.List;

/**
 * Rules in their order (features row 208). Immutable, thread-safe.
 *
 * @param defaultBehavior behavior for other calls; null inherits that of the outer rules, by
 *     default ask
 * @param terms default terms of these rules; default none
 * @param rules at most {@value #MAX_RULES}
 */
public record PermissionRules(
    PermissionBehavior defaultBehavior, ApprovalTerms terms, List<PermissionRule> rules) {

  public static final int MAX_RULES = 256;

  public static final PermissionRules NONE = new PermissionRules(null, null, List.of());

  /** The section {@code permission} of an agent. */
  public static final ConfigSection<PermissionRules> SECTION =
      new ConfigSection<>("permission", RulesJson.schema(), new RulesJson(), () -> NONE);

  public PermissionRules {
    terms = terms == null ? ApprovalTerms.NONE : terms;
    rules = List.copyOf(rules);
    if (rules.size() > MAX_RULES) {
      throw new IllegalArgumentException(
          "rules has " + rules.size() + " entries, the limit is " + MAX_RULES);
    }
  }

  /** Rules in code. */
  public static PermissionRules of(PermissionBehavior defaultBehavior, PermissionRule... rules) {
    return new PermissionRules(defaultBehavior, null, List.of(rules));
  }

  /**
   * Parses rules of a document.
   *
   * @throws IllegalArgumentException naming field and problem, for a pattern with the column
   */
  public static PermissionRules parse(JsonNode document) {
    return SECTION.config().decode(document);
  }
}
