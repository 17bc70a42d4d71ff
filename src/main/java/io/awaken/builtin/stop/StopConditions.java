package io.awaken.builtin.stop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.stop.StopPolicy.ConsecutiveErrors;
import io.awaken.builtin.stop.StopPolicy.ContentMatch;
import io.awaken.builtin.stop.StopPolicy.CostBudget;
import io.awaken.builtin.stop.StopPolicy.LoopDetection;
import io.awaken.builtin.stop.StopPolicy.MaxRounds;
import io.awaken.builtin.stop.StopPolicy.StopOnTool;
import io.awaken.builtin.stop.StopPolicy.Timeout;
import io.awaken.builtin.stop.StopPolicy.TokenBudget;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Codec;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The stop conditions of an agent's document (features row 141), read once:
 *
 * <pre>{@code
 * [{"type": "max_rounds", "rounds": 10}, {"type": "content_match", "pattern": "(?i)goodbye"}]
 * }</pre>
 *
 * @param specs as declared
 * @param policies their implementations, in that order
 */
public record StopConditions(List<JsonNode> specs, List<StopPolicy> policies) {

  /** Maximum conditions of an agent. */
  public static final int MAX_CONDITIONS = 32;

  public static final StopConditions NONE = new StopConditions(List.of(), List.of());

  /** The conditions as a section: the field {@code stop_conditions} of an agent. */
  public static final ConfigSection<StopConditions> SECTION =
      new ConfigSection<>(AgentSpec.STOP_CONDITIONS, schema(), new Json(), () -> NONE);

  public StopConditions {
    specs = List.copyOf(specs);
    policies = List.copyOf(policies);
  }

  /**
   * Parses conditions.
   *
   * @throws IllegalArgumentException naming the condition, the field and its limit, or the position
   *     of an error in a pattern
   */
  public static StopConditions parse(List<JsonNode> specs) {
    if (specs.size() > MAX_CONDITIONS) {
      throw new IllegalArgumentException(
          "stop_conditions has " + specs.size() + " entries, the limit is " + MAX_CONDITIONS);
    }
    var policies = new ArrayList<StopPolicy>(specs.size());
    for (int i = 0; i < specs.size(); i++) {
      policies.add(ConditionFields.policy("stop_conditions[" + i + "]", specs.get(i)));
    }
    return new StopConditions(specs, policies);
  }

  private static JsonNode schema() {
    ObjectNode schema =
        JsonNodeFactory.instance.objectNode().put("type", "array").put("maxItems", MAX_CONDITIONS);
    ObjectNode item = schema.putObject("items").put("type", "object");
    ArrayNode types =
        item.putObject("properties").putObject("type").put("type", "string").putArray("enum");
    ConditionFields.TYPES.forEach(types::add);
    item.putArray("required").add("type");
    return schema;
  }

  /** Converts from and to the declared form. */
  private static final class Json implements Codec<StopConditions> {

    @Override
    public JsonNode encode(StopConditions conditions) {
      return JsonNodeFactory.instance.arrayNode().addAll(conditions.specs());
    }

    @Override
    public StopConditions decode(JsonNode json) {
      if (!json.isArray()) {
        throw new IllegalArgumentException("stop_conditions is a list");
      }
      var specs = new ArrayList<JsonNode>(json.size());
      json.forEach(specs::add);
      return parse(specs);
    }
  }

  /** Reads the fields of one declared condition; every error names the field and its limit. */
  static final class ConditionFields {

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
}
