package io.awaken.builtin.permission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.permission.pattern.ToolCallPattern;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;

/** The JSON schemas of this package. */
final class RulesSchema {

  private static final int MAX_ROLE = 128;

  private RulesSchema() {}

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
