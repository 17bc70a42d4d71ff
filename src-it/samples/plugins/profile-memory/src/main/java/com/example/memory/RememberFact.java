package com.example.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;

/** The tool {@code remember_fact(fact)}: stores a fact about the user. */
final class RememberFact implements Tool {

  private static final String ID = "remember_fact";

  @Override
  public ToolDescriptor descriptor() {
    return new ToolDescriptor(
        ID, null, "Remembers a fact about the user for later conversations.", schema(), null);
  }

  /** Safe, because storing a fact twice has the same effect as once. */
  @Override
  public RetryClass retryClass() {
    return RetryClass.SAFE;
  }

  /** The last of concurrent calls for one user overwrites the others. */
  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    Caller caller = context.caller();
    if (caller.anonymous() || context.profile().isEmpty()) {
      return ToolOutput.of(
          ToolResult.errorWithCode(ID, "nobody", "nothing is remembered of users without a name"));
    }
    ProfileAccess profile = context.profile().get();
    Facts facts = Facts.of(caller, profile).with(arguments.get("fact").textValue());
    profile.write(Facts.KEY, caller.subject(), facts);
    return ToolOutput.success(ID, TextNode.valueOf("remembered"));
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode fact = schema.putObject("properties").putObject("fact").put("type", "string");
    fact.put("minLength", 1).put("maxLength", Facts.MAX_CHARS);
    schema.putArray("required").add("fact");
    return schema.put("additionalProperties", false);
  }
}
