package io.awaken.builtin.stop;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads the fields of one declared condition; every error names the field and its limit. */
final class ConditionFields {

  static final List<String> TYPES =
      List.of(
          MaxRounds.ID,
          Timeout.ID,
          TokenBudget.ID,
          CostBudget.ID,
          ConsecutiveErrors.ID,
          StopOnTool.ID,
          ContentMatch.ID,
          LoopDetection.ID);

  private static final int MAX_ROUNDS = 1_000;
  private static final int MAX_SECONDS = 86_400;
  private static final int MAX_TOKENS = 100_000_000;
  private static final BigDecimal MAX_COST = new BigDecimal(1_000_000);
  private static final int MAX_DIGITS = 12;
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,7}([.][0-9]{1,12})?");
  private static final int MAX_ERRORS = 1_000;
  private static final int MAX_NAME = 128;
  private static final int MAX_PATTERN = 1_000;

  private final String place;
  private final JsonNode condition;
  private final Set<String> known = new HashSet<>(Set.of("type"));

  private ConditionFields(String place, JsonNode condition) {
    this.place = place;
    this.condition = condition;
  }

  static StopPolicy policy(String place, JsonNode condition) {
    if (!condition.isObject()) {
      throw new IllegalArgumentException(place + ": must be an object with a type");
    }
    var fields = new ConditionFields(place, condition);
    StopPolicy policy = fields.policy();
    condition
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!fields.known.contains(name)) {
                throw fields.wrong(name, "is not a field of " + policy.id());
              }
            });
    return policy;
  }

  private StopPolicy policy() {
    return switch (condition.path("type").asText()) {
      case MaxRounds.ID -> new MaxRounds(number("rounds", MAX_ROUNDS));
      case Timeout.ID -> new Timeout(Duration.ofSeconds(number("seconds", MAX_SECONDS)));
      case TokenBudget.ID -> new TokenBudget(number("max_total", MAX_TOKENS));
      case CostBudget.ID -> new CostBudget(amount("max_total"));
      case ConsecutiveErrors.ID -> new ConsecutiveErrors(number("max", MAX_ERRORS));
      case StopOnTool.ID -> new StopOnTool(text("tool_name", MAX_NAME));
      case ContentMatch.ID -> new ContentMatch(pattern("pattern"));
      case LoopDetection.ID -> new LoopDetection(window("window"));
      default -> throw wrong("type", "must be one of " + String.join(", ", TYPES));
    };
  }

  private int number(String name, int max) {
    JsonNode value = field(name);
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < 0
        || value.intValue() > max) {
      throw wrong(name, "must be a whole number from 0, for no limit, to " + max);
    }
    return value.intValue();
  }

  /** A number, or text to preserve all digits. */
  private BigDecimal amount(String name) {
    JsonNode value = field(name);
    BigDecimal amount = value.isNumber() ? value.decimalValue() : decimal(value);
    if (amount == null
        || amount.signum() < 0
        || amount.compareTo(MAX_COST) > 0
        || amount.scale() > MAX_DIGITS) {
      throw wrong(
          name,
          "must be an amount from 0, for no limit, to %s, with %d digits behind the point at most"
              .formatted(MAX_COST, MAX_DIGITS));
    }
    return amount;
  }

  private static BigDecimal decimal(JsonNode value) {
    return value.isTextual() && AMOUNT.matcher(value.textValue()).matches()
        ? new BigDecimal(value.textValue())
        : null;
  }

  private int window(String name) {
    int window = number(name, StopPolicy.MAX_WINDOW);
    if (window == 1) {
      throw wrong(name, "must be 0, for no limit, or 2 to " + StopPolicy.MAX_WINDOW);
    }
    return window;
  }

  private String text(String name, int max) {
    JsonNode value = field(name);
    if (!value.isTextual() || value.textValue().isBlank() || value.textValue().length() > max) {
      throw wrong(name, "must be a text of 1 to " + max + " characters");
    }
    return value.textValue();
  }

  private Pattern pattern(String name) {
    String text = text(name, MAX_PATTERN);
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      String where = e.getIndex() < 0 ? "" : " at position " + (e.getIndex() + 1);
      throw wrong(name, "is no regular expression: " + e.getDescription() + where);
    }
  }

  private JsonNode field(String name) {
    known.add(name);
    return condition.path(name);
  }

  private IllegalArgumentException wrong(String name, String reason) {
    return new IllegalArgumentException(place + "." + name + ": " + reason);
  }
}
