package io.awaken.builtin.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;

/**
 * {@code calculate(expression)}: exact decimal arithmetic, see {@link Expression}. The result is
 * text, since most clients lose digits of JSON numbers. Thread-safe.
 */
public final class CalculateTool implements Tool {

  private static final String ID = "calculate";
  private static final TextParameter EXPRESSION =
      new TextParameter(
          "expression",
          "Numbers with + - * / % ^ and parentheses, for example (1 + 2) * 3 ^ 2",
          200,
          true);

  private final ToolDescriptor descriptor =
      new ToolDescriptor(
          ID,
          "Calculator",
          "Calculates an arithmetic expression with exact decimals.",
          EXPRESSION.schema(),
          "demo");

  @Override
  public ToolDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public boolean inline() {
    return true;
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    return ToolOutput.of(answer(arguments));
  }

  private static ToolResult answer(JsonNode arguments) {
    String expression = arguments.path(EXPRESSION.name()).asText();
    try {
      return ToolResult.success(
          ID,
          JsonNodeFactory.instance
              .objectNode()
              .put("expression", expression)
              .put("result", Expression.calculate(expression)));
    } catch (ExpressionException e) {
      return ToolResult.errorWithCode(ID, "invalid_expression", "expression: " + e.getMessage());
    }
  }
}
