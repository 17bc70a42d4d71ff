package io.awaken.provider.scripted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the offered tools that a text asks for: a tool that it names, otherwise demo tools by its
 * topic.
 */
final class DemoIntents {

  private static final String WEATHER = "get_weather";
  private static final String CALCULATE = "calculate";
  private static final String TIME = "current_time";
  private static final Set<String> DEMO_TOOLS = Set.of(WEATHER, CALCULATE, TIME);

  private DemoIntents() {}

  static List<Turn.Call> calls(String text, List<ToolDescriptor> offered) {
    List<Turn.Call> own = named(text, offered, id -> !DEMO_TOOLS.contains(id));
    if (!own.isEmpty()) {
      return own;
    }
    List<Turn.Call> spokenOf = spokenOf(text, offered);
    return spokenOf.isEmpty() ? named(text, offered, DEMO_TOOLS::contains) : spokenOf;
  }

  /** The first offered tool that the text names. */
  private static List<Turn.Call> named(
      String text, List<ToolDescriptor> offered, Predicate<String> considered) {
    for (ToolDescriptor tool : offered) {
      Optional<ObjectNode> arguments = NamedTool.arguments(text, tool);
      if (arguments.isPresent() && considered.test(tool.id())) {
        return List.of(new Turn.Call(null, tool.id(), arguments.get()));
      }
    }
    return List.of();
  }

  private static List<Turn.Call> spokenOf(String text, List<ToolDescriptor> offered) {
    Set<String> ids = offered.stream().map(ToolDescriptor::id).collect(Collectors.toSet());
    var calls = new ArrayList<Turn.Call>();
    String lower = text.toLowerCase(Locale.ROOT);
    if (ids.contains(WEATHER) && (has(lower, "weather") || has(lower, "forecast"))) {
      DemoPhrases.city(text).ifPresent(city -> calls.add(call(WEATHER, "city", city)));
    }
    if (ids.contains(CALCULATE)) {
      DemoPhrases.expression(text)
          .ifPresent(expression -> calls.add(call(CALCULATE, "expression", expression)));
    }
    if (ids.contains(TIME) && has(lower, "time")) {
      ObjectNode arguments = JsonNodeFactory.instance.objectNode();
      DemoPhrases.zone(text).ifPresent(zone -> arguments.put("zone", zone));
      calls.add(new Turn.Call(null, TIME, arguments));
    }
    return calls;
  }

  private static boolean has(String text, String word) {
    return position(text, word) >= 0;
  }

  /** The index of a separate word in the text, or -1. */
  static int position(String text, String word) {
    int at = text.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean begins = at == 0 || !partOfName(text.charAt(at - 1));
      if (begins && (end == text.length() || !partOfName(text.charAt(end)))) {
        return at;
      }
      at = text.indexOf(word, at + 1);
    }
    return -1;
  }

  private static boolean partOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static Turn.Call call(String tool, String argument, String value) {
    JsonNode arguments = JsonNodeFactory.instance.objectNode().put(argument, value);
    return new Turn.Call(null, tool, arguments);
  }

  /**
   * Reads "use order_status 17" and {@code order_status {"order": "17"}}: a tool named in the text,
   * with its arguments as a JSON object or, when it needs a single text, as the words after the
   * name.
   */
  static final class NamedTool {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private NamedTool() {}

    /** The arguments, or empty when the text does not name the tool. */
    static Optional<ObjectNode> arguments(String text, ToolDescriptor tool) {
      int at = DemoIntents.position(text, tool.id());
      if (at < 0) {
        return Optional.empty();
      }
      String rest = text.substring(at + tool.id().length()).strip();
      int open = rest.indexOf('{');
      int close = rest.lastIndexOf('}');
      if (open >= 0 && open < close) {
        return Optional.of(object(rest.substring(open, close + 1)));
      }
      ObjectNode arguments = JsonNodeFactory.instance.objectNode();
      String only = onlyText(tool.parameters());
      if (only != null && !rest.isEmpty()) {
        arguments.put(only, rest);
      }
      return Optional.of(arguments);
    }

    private static ObjectNode object(String json) {
      try {
        if (MAPPER.readTree(json) instanceof ObjectNode object) {
          return object;
        }
      } catch (JsonProcessingException e) {
        // Invalid arguments; validation by the tool's schema reports them.
      }
      return JsonNodeFactory.instance.objectNode();
    }

    /** The name of the schema's single required property when it is a string. */
    private static String onlyText(JsonNode schema) {
      JsonNode required = schema.path("required");
      if (required.size() != 1) {
        return null;
      }
      String name = required.get(0).asText();
      String type = schema.path("properties").path(name).path("type").asText();
      return type.equals("string") ? name : null;
    }
  }

  /** Extracts tool arguments from a plain English sentence. */
  static final class DemoPhrases {

    private static final Set<String> BEFORE_CITY = Set.of("in", "for", "at", "of");
    private static final Set<String> AFTER_CITY =
        Set.of("today", "tomorrow", "now", "right", "please", "and", "like", "is", "this", "on");
    private static final String OPERATORS = "+-*/%^";

    private DemoPhrases() {}

    /** The words after "in", "for", "at" or "of", up to punctuation or a word such as "today". */
    static Optional<String> city(String text) {
      String[] words = text.strip().split("\\s+");
      for (int i = 0; i < words.length - 1; i++) {
        if (BEFORE_CITY.contains(words[i].toLowerCase(Locale.ROOT))) {
          String city = name(words, i + 1);
          if (!city.isEmpty()) {
            return Optional.of(city);
          }
        }
      }
      return Optional.empty();
    }

    private static String name(String[] words, int from) {
      var name = new StringBuilder();
      for (int i = from; i < words.length; i++) {
        String bare = letters(words[i]);
        if (bare.isEmpty() || AFTER_CITY.contains(bare.toLowerCase(Locale.ROOT))) {
          break;
        }
        name.append(name.isEmpty() ? "" : " ").append(bare);
        if (bare.length() < words[i].length()) {
          break;
        }
      }
      return name.toString();
    }

    /** The word up to the first character that no name contains. */
    private static String letters(String word) {
      int end = 0;
      while (end < word.length()
          && (Character.isLetter(word.charAt(end)) || "-'.".indexOf(word.charAt(end)) >= 0)) {
        end++;
      }
      while (end > 0 && word.charAt(end - 1) == '.') {
        end--;
      }
      return word.substring(0, end);
    }

    /** The longest arithmetic expression: digits separated by operators. */
    static Optional<String> expression(String text) {
      String best = "";
      int begin = 0;
      for (int i = 0; i <= text.length(); i++) {
        if (i == text.length() || !arithmetic(text.charAt(i))) {
          String stretch = trimmed(text.substring(begin, i));
          if (stretch.length() > best.length() && calculates(stretch)) {
            best = stretch;
          }
          begin = i + 1;
        }
      }
      return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    private static boolean arithmetic(char c) {
      return c >= '0' && c <= '9' || OPERATORS.indexOf(c) >= 0 || " .()".indexOf(c) >= 0;
    }

    /** Without the full stop that ends a sentence. */
    private static String trimmed(String stretch) {
      String text = stretch.strip();
      return text.endsWith(".") ? text.substring(0, text.length() - 1).strip() : text;
    }

    private static boolean calculates(String stretch) {
      boolean digit = false;
      boolean operator = false;
      for (char c : stretch.toCharArray()) {
        if (Character.isDigit(c)) {
          if (operator) {
            return true;
          }
          digit = true;
        } else if (OPERATORS.indexOf(c) >= 0) {
          operator = digit;
        }
      }
      return false;
    }

    /** A zone such as {@code Europe/Zurich} or {@code UTC}. */
    static Optional<String> zone(String text) {
      for (String word : text.split("[\\s?!,;]+")) {
        String bare = word.endsWith(".") ? word.substring(0, word.length() - 1) : word;
        boolean path = bare.indexOf('/') > 0 && Character.isLetter(bare.charAt(0));
        if (path || bare.equals("UTC") || bare.equals("GMT")) {
          return Optional.of(bare);
        }
      }
      return Optional.empty();
    }
  }
}
