package io.awaken.builtin.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.permission.pattern.PatternException;
import io.awaken.builtin.permission.pattern.ToolCallPattern;
import io.awaken.core.state.Codec;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Rules as JSON; errors name the invalid field. */
final class RulesJson implements Codec<PermissionRules> {

  private static final int MAX_ROLE = 128;

  private static final String DEFAULT_BEHAVIOR = "default_behavior";
  private static final String RULES = "rules";
  private static final String TOOL = "tool";
  private static final String BEHAVIOR = "behavior";
  private static final String SCOPE = "scope";
  private static final String APPROVER = "approver";
  private static final String EXPIRY = "expiry";

  @Override
  public JsonNode encode(PermissionRules rules) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (rules.defaultBehavior() != null) {
      json.put(DEFAULT_BEHAVIOR, rules.defaultBehavior().wire());
    }
    encode(rules.terms(), json);
    ArrayNode list = json.putArray(RULES);
    for (PermissionRule rule : rules.rules()) {
      ObjectNode one = list.addObject().put(TOOL, rule.tool().toString());
      one.put(BEHAVIOR, rule.behavior().wire()).put(SCOPE, rule.scope().wire());
      encode(rule.terms(), one);
    }
    return json;
  }

  private static void encode(ApprovalTerms terms, ObjectNode json) {
    if (terms.approver() != null) {
      json.putObject(APPROVER)
          .put("role", terms.approver().role())
          .put("other_than_requester", terms.approver().otherThanRequester());
    }
    if (terms.expiry() != null) {
      json.putObject(EXPIRY)
          .put("after_ms", terms.expiry().afterMillis())
          .put("outcome", terms.expiry().outcome().wire());
    }
  }

  @Override
  public PermissionRules decode(JsonNode json) {
    fields("permission", json, Set.of(DEFAULT_BEHAVIOR, RULES, APPROVER, EXPIRY));
    PermissionBehavior behavior =
        choice(DEFAULT_BEHAVIOR, json.get(DEFAULT_BEHAVIOR), PermissionBehavior.values());
    JsonNode list = json.path(RULES);
    if (!list.isMissingNode() && !list.isNull() && !list.isArray()) {
      throw new IllegalArgumentException("rules is a list");
    }
    var rules = new ArrayList<PermissionRule>(list.size());
    for (int i = 0; i < list.size(); i++) {
      rules.add(rule("rules[" + i + "]", list.get(i)));
    }
    return new PermissionRules(behavior, terms("", json), rules);
  }

  private static PermissionRule rule(String at, JsonNode json) {
    fields(at, json, Set.of(TOOL, BEHAVIOR, SCOPE, APPROVER, EXPIRY));
    PermissionBehavior behavior =
        choice(at + ".behavior", json.get(BEHAVIOR), PermissionBehavior.values());
    if (behavior == null || !json.path(TOOL).isTextual()) {
      throw new IllegalArgumentException(at + " needs a tool (text) and a behavior");
    }
    try {
      ToolCallPattern tool = ToolCallPattern.parse(json.get(TOOL).textValue());
      return new PermissionRule(
          tool,
          behavior,
          choice(at + ".scope", json.get(SCOPE), PermissionScope.values()),
          terms(at + ".", json));
    } catch (PatternException e) {
      throw new IllegalArgumentException(at + ".tool " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      String where = e.getMessage().startsWith(at) ? "" : at + ": ";
      throw new IllegalArgumentException(where + e.getMessage(), e);
    }
  }

  private static ApprovalTerms terms(String at, JsonNode json) {
    return new ApprovalTerms(approver(at, json.path(APPROVER)), expiry(at, json.path(EXPIRY)));
  }

  private static Approver approver(String at, JsonNode json) {
    if (json.isMissingNode() || json.isNull()) {
      return null;
    }
    fields(at + APPROVER, json, Set.of("role", "other_than_requester"));
    JsonNode role = json.path("role");
    return new Approver(
        role.isTextual() ? role.textValue() : null,
        json.path("other_than_requester").asBoolean(false));
  }

  private static Expiry expiry(String at, JsonNode json) {
    if (json.isMissingNode() || json.isNull()) {
      return null;
    }
    fields(at + EXPIRY, json, Set.of("after_ms", "outcome"));
    JsonNode after = json.path("after_ms");
    if (!after.canConvertToLong()
        || after.longValue() <= 0
        || after.longValue() > Expiry.MAX_AFTER_MILLIS) {
      throw new IllegalArgumentException(
          at
              + "expiry.after_ms is a number of milliseconds above 0, the limit is "
              + Expiry.MAX_AFTER_MILLIS);
    }
    DecisionAction outcome =
        choice(at + "expiry.outcome", json.get("outcome"), DecisionAction.values());
    return new Expiry(after.longValue(), outcome == null ? DecisionAction.CANCEL : outcome);
  }

  /** The constant with this wire form; null when it is missing. */
  private static <E extends Enum<E>> E choice(String field, JsonNode text, E[] values) {
    if (text == null || text.isNull()) {
      return null;
    }
    for (E value : values) {
      if (text.isTextual() && value.name().equalsIgnoreCase(text.textValue())) {
        return value;
      }
    }
    String known = String.join(", ", List.of(values).stream().map(RulesJson::wire).toList());
    throw new IllegalArgumentException(field + " is one of " + known);
  }

  private static String wire(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static void fields(String at, JsonNode json, Set<String> known) {
    if (!json.isObject()) {
      throw new IllegalArgumentException(at + " is an object");
    }
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      if (!known.contains(names.next())) {
        throw new IllegalArgumentException(
            at + " has an unknown field; known are " + String.join(", ", sorted(known)));
      }
    }
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  /** The schema of the section and of a file. */
  static ObjectNode schema() {
    ObjectNode schema = closedObject();
    ObjectNode properties = schema.putObject("properties");
    behaviors(properties.putObject("default_behavior"));
    terms(properties);
    ObjectNode rules = properties.putObject("rules").put("type", "array");
    rules.put("maxItems", PermissionRules.MAX_RULES);
    rules.set("items", rule());
    return schema;
  }

  /** The schema of the payload of a decision to resume; other fields are not checked. */
  static ObjectNode answer() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    ObjectNode properties = schema.putObject("properties");
    ArrayNode scopes = properties.putObject("scope").put("type", "string").putArray("enum");
    for (PermissionScope scope : PermissionScope.values()) {
      if (scope != PermissionScope.PROJECT) {
        scopes.add(scope.wire());
      }
    }
    pattern(properties.putObject("rule"));
    return schema;
  }

  private static ObjectNode rule() {
    ObjectNode rule = closedObject();
    ObjectNode properties = rule.putObject("properties");
    pattern(properties.putObject("tool"));
    behaviors(properties.putObject("behavior"));
    ArrayNode scopes = properties.putObject("scope").put("type", "string").putArray("enum");
    for (PermissionScope scope : PermissionScope.values()) {
      scopes.add(scope.wire());
    }
    terms(properties);
    rule.putArray("required").add("tool").add("behavior");
    return rule;
  }

  private static void terms(ObjectNode properties) {
    ObjectNode approver = closedObject();
    ObjectNode who = approver.putObject("properties");
    who.putObject("role").put("type", "string").put("minLength", 1).put("maxLength", MAX_ROLE);
    who.putObject("other_than_requester").put("type", "boolean");
    properties.set("approver", approver);
    ObjectNode expiry = closedObject();
    ObjectNode when = expiry.putObject("properties");
    ObjectNode after = when.putObject("after_ms").put("type", "integer");
    after.put("minimum", 1).put("maximum", Expiry.MAX_AFTER_MILLIS);
    ArrayNode outcomes = when.putObject("outcome").put("type", "string").putArray("enum");
    for (DecisionAction action : DecisionAction.values()) {
      outcomes.add(action.wire());
    }
    expiry.putArray("required").add("after_ms");
    properties.set("expiry", expiry);
  }

  private static ObjectNode closedObject() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", "object")
        .put("additionalProperties", false);
  }

  private static void pattern(ObjectNode property) {
    property.put("type", "string").put("minLength", 1).put("maxLength", ToolCallPattern.MAX_LENGTH);
  }

  private static void behaviors(ObjectNode property) {
    ArrayNode values = property.put("type", "string").putArray("enum");
    for (PermissionBehavior behavior : PermissionBehavior.values()) {
      values.add(behavior.wire());
    }
  }
}
