package io.awaken.builtin.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;

/**
 * {@code calculate(expression)}: exact decimal arithmetic, see {@link Expression}. The result is
 * text, since most clients lose digits of JSON numbers. Thread-safe.
 */
public final class CalculateTool extends DemoTool {

  private static final String ID = "calculate";

  public CalculateTool() {
    super(
        ID,
        "Calculator",
        "Calculates an arithmetic expression with exact decimals.",
        new TextParameter(
            "expression",
            "Numbers with + - * / % ^ and parentheses, for example (1 + 2) * 3 ^ 2",
            200,
            true));
  }

  @Override
  ToolResult answer(JsonNode argument) {
    String expression = argument.asText();
    try {
      return ToolResult.success(
          ID,
          JsonNodeFactory.instance
              .objectNode()
              .put("expression", expression)
              .put("result", Expression.calculate(expression)));
    } catch (Expression.Invalid e) {
      return ToolResult.errorWithCode(ID, "invalid_expression", "expression: " + e.getMessage());
    }
  }
}
