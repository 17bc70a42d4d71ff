package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.text.ShownText;
import io.awaken.mcp.NullableField;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A server's request to a user: to fill in a form or visit a page. Immutable.
 *
 * @param message text for the user, without hidden characters
 * @param form schema of the answer; null when a confirmation is enough
 * @param page the page to visit, in ASCII; null for a form
 */
public record Elicitation(String message, ObjectNode form, URI page) {

  /** The method of the request. */
  public static final String METHOD = "elicitation/create";

  /** The suspension action of a form. */
  public static final String FORM = "tool:Elicitation";

  /** The suspension action of a page to visit. */
  public static final String PAGE = "tool:ElicitationUrl";

  private static final int MAX_MESSAGE = 8_000;
  private static final int MAX_ADDRESS = 2_048;

  /** The client capability. */
  public static ObjectNode capability() {
    ObjectNode capability = JsonNodeFactory.instance.objectNode();
    capability.putObject("form");
    capability.putObject("url");
    return capability;
  }

  /**
   * @param params parameters of the request
   * @throws IllegalArgumentException with the violation and the limit
   */
  public static Elicitation read(JsonNode params) {
    JsonNode message = params.path("message");
    require(message.isTextual(), "message must be a text");
    int length = message.asText().length();
    require(
        length <= MAX_MESSAGE,
        "message has " + length + " characters, the limit is " + MAX_MESSAGE);
    String text = ShownText.of(message.asText()).strip();
    String mode = params.path("mode").asText("form");
    return switch (mode) {
      case "form" -> new Elicitation(text, FlatForm.of(params.path("requestedSchema")), null);
      case "url" -> new Elicitation(text, null, page(params.path("url")));
      default -> throw new IllegalArgumentException("mode must be \"form\" or \"url\"");
    };
  }

  /**
   * The page is shown to users and never opened here. In ASCII, since other characters may reorder
   * the address or look like others.
   */
  private static URI page(JsonNode address) {
    require(address.isTextual(), "url must be a text");
    requireShort(address.asText());
    URI page;
    try {
      page = URI.create(URI.create(address.asText()).toASCIIString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("url must be an address", e);
    }
    requireShort(page.toString());
    boolean web =
        "https".equalsIgnoreCase(page.getScheme()) || "http".equalsIgnoreCase(page.getScheme());
    require(
        web && page.getHost() != null,
        "url must be an address of http or https, with its host in ASCII (punycode)");
    // A name before the host would pass for the host.
    require(page.getRawUserInfo() == null, "url must not have a user");
    return page;
  }

  private static void require(boolean condition, String reason) {
    if (!condition) {
      throw new IllegalArgumentException(reason);
    }
  }

  private static void requireShort(String address) {
    require(
        address.length() <= MAX_ADDRESS,
        "url must have at most " + MAX_ADDRESS + " characters, in ASCII");
  }

  /**
   * Builds the ticket of the suspension. The text names the server, since a page may impersonate
   * this product.
   *
   * @param server the id of the server
   * @param nth index among several requests, from 1
   * @param count number of requests
   * @param memo data for delivering the answer
   */
  public SuspendTicket ticket(String server, int nth, int count, JsonNode memo) {
    ObjectNode shown =
        JsonNodeFactory.instance
            .objectNode()
            .put("server", server)
            .put("mode", page == null ? "form" : "url");
    String who = "The MCP server " + server;
    String of = count == 1 ? "" : " (" + nth + " of " + count + ")";
    String text = who + " asks" + of + ": " + message;
    if (page != null) {
      shown.put("url", page.toString()).put("host", page.getHost());
      text = who + " asks you to visit " + page + of + ": " + message;
    }
    return SuspendTicket.of(
            ResumeMode.ANSWER_TOOL,
            new Suspension(null, page == null ? FORM : PAGE, text, shown, form))
        .remembering(memo);
  }

  /** Returns the reply to the server: a refusal declines, a timeout cancels. */
  public ObjectNode reply(Decision decision) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    if (decision.action() == DecisionAction.CANCEL) {
      return reply.put("action", Expiry.BY.equals(decision.decisionId()) ? "cancel" : "decline");
    }
    reply.put("action", "accept");
    if (page == null) {
      reply.set("content", content(decision.result()));
    }
    return reply;
  }

  /** Returns the fields that the user filled in, and defaults for the others (SEP-1034). */
  private ObjectNode content(JsonNode given) {
    if (form == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    ObjectNode content =
        given instanceof ObjectNode some ? some.deepCopy() : JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : form.path("properties").properties()) {
      if (field.getValue().has("default") && !content.has(field.getKey())) {
        content.set(field.getKey(), field.getValue().get("default").deepCopy());
      }
    }
    return content;
  }

  /** The reply when no user can be asked. */
  public static ObjectNode dismissed() {
    return JsonNodeFactory.instance.objectNode().put("action", "cancel");
  }

  /**
   * The schema of a form as the protocol restricts it: an object of plain fields and choices. Known
   * keywords are copied and all others, such as references and expressions, are dropped, so that
   * answers can be validated without trusting the server. Stateless.
   */
  static final class FlatForm {

    /** Maximum characters of the schema. */
    static final int MAX_SCHEMA = 16 << 10;

    private static final int MAX_FIELDS = 64;
    private static final int MAX_NAME = 128;
    private static final int MAX_CHOICES = 256;
    private static final List<String> TEXTS = List.of("title", "description");

    /** Allowed keywords per type, besides texts. */
    private static final Map<String, List<String>> KEYWORDS =
        Map.of(
            "string", List.of("default", "minLength", "maxLength", "format"),
            "number", List.of("default", "minimum", "maximum"),
            "integer", List.of("default", "minimum", "maximum"),
            "boolean", List.of("default"),
            "array", List.of("default", "minItems", "maxItems"));

    private FlatForm() {}

    /**
     * Returns the schema of the answer; null when there are no fields.
     *
     * @throws IllegalArgumentException with the violation
     */
    static ObjectNode of(JsonNode asked) {
      require(asked.isObject(), "requestedSchema must be an object");
      int length = asked.toString().length();
      require(
          length <= MAX_SCHEMA,
          "requestedSchema has " + length + " characters, the limit is " + MAX_SCHEMA);
      require(
          asked.path("type").asText().equals("object"), "requestedSchema.type must be \"object\"");
      JsonNode fields = asked.path("properties");
      require(fields.isObject(), "requestedSchema.properties must be an object");
      require(
          fields.size() <= MAX_FIELDS,
          "requestedSchema has " + fields.size() + " fields, the limit is " + MAX_FIELDS);
      if (fields.isEmpty()) {
        return null;
      }
      ObjectNode form = JsonNodeFactory.instance.objectNode().put("type", "object");
      ObjectNode properties = form.putObject("properties");
      fields
          .properties()
          .forEach(field -> properties.set(name(field.getKey()), field(field.getValue())));
      ArrayNode required = form.putArray("required");
      for (JsonNode each : asked.path("required")) {
        JsonNode field = properties.path(each.asText());
        require(field.isObject(), "requestedSchema.required names an unknown field");
        if (field.has("anyOf") && !field.has("type")) {
          // The user may leave it out; the server gets null.
          ((ObjectNode) field).putIfAbsent("default", NullNode.getInstance());
        } else {
          required.add(each.asText());
        }
      }
      return form.put("additionalProperties", false);
    }

    private static String name(String name) {
      require(
          !name.isBlank() && name.length() <= MAX_NAME,
          "a field of requestedSchema must have a name of 1 to " + MAX_NAME + " characters");
      require(
          ShownText.isShown(name),
          "a field of requestedSchema has invisible characters in its name");
      return name;
    }

    /** A field that may be null says so with {@code anyOf}. */
    private static ObjectNode field(JsonNode asked) {
      NullableField given = NullableField.of(asked);
      ObjectNode field = plain(given.plain());
      if (!given.nullable()) {
        return field;
      }
      ObjectNode nullable = JsonNodeFactory.instance.objectNode();
      for (String beside : List.of("title", "description", "default")) {
        if (field.has(beside)) {
          nullable.set(beside, field.remove(beside));
        }
      }
      ArrayNode either = nullable.putArray("anyOf").add(field);
      either.addObject().put("type", "null");
      return nullable;
    }

    private static ObjectNode plain(JsonNode asked) {
      String type = asked.path("type").asText();
      List<String> keywords = KEYWORDS.get(type);
      require(
          keywords != null,
          "a field of requestedSchema must be a string, number, integer, boolean or list of"
              + " choices");
      ObjectNode field = JsonNodeFactory.instance.objectNode().put("type", type);
      for (String text : TEXTS) {
        if (asked.path(text).isTextual()) {
          field.put(text, ShownText.of(asked.get(text).asText()));
        }
      }
      for (String keyword : keywords) {
        if (asked.has(keyword) && fits(keyword, asked.get(keyword))) {
          field.set(keyword, asked.get(keyword).deepCopy());
        }
      }
      if (type.equals("string")) {
        choices(asked, field, "oneOf");
      } else if (type.equals("array")) {
        ObjectNode items = field.putObject("items").put("type", "string");
        choices(asked.path("items"), items, "anyOf");
        require(items.size() > 1, "a list in requestedSchema must have choices");
      }
      return field;
    }

    /** A malformed keyword would invalidate the whole schema. */
    private static boolean fits(String keyword, JsonNode value) {
      return switch (keyword) {
        case "minLength", "maxLength", "minItems", "maxItems" ->
            value.isIntegralNumber() && value.canConvertToInt() && value.asInt() >= 0;
        case "minimum", "maximum" -> value.isNumber();
        case "format" -> value.isTextual();
        default -> true;
      };
    }

    /** Copies choices, plain or with titles. */
    private static void choices(JsonNode asked, ObjectNode field, String titled) {
      if (asked.path("enum").isArray()) {
        ArrayNode plain = field.putArray("enum");
        asked.get("enum").forEach(each -> plain.add(shown(each)));
        chosen(plain);
        // Until 2025-11-25, titles are listed beside the choices.
        if (asked.path("enumNames").isArray()) {
          ArrayNode names = field.putArray("enumNames");
          asked.get("enumNames").forEach(each -> names.add(ShownText.of(text(each))));
        }
      } else if (asked.path(titled).isArray()) {
        ArrayNode named = field.putArray(titled);
        for (JsonNode each : asked.get(titled)) {
          named
              .addObject()
              .put("const", text(each.path("const")))
              .put("title", ShownText.of(each.path("title").asText(each.path("const").asText())));
        }
        chosen(named);
      }
    }

    /** The answer repeats a choice without a title, so it cannot be cleaned. */
    private static String shown(JsonNode choice) {
      String text = text(choice);
      require(
          ShownText.isShown(text),
          "a choice of a field of requestedSchema has invisible characters; give it a title");
      return text;
    }

    private static String text(JsonNode choice) {
      require(choice.isTextual(), "the choices of a field of requestedSchema must be texts");
      return choice.asText();
    }

    private static void chosen(ArrayNode choices) {
      require(
          !choices.isEmpty() && choices.size() <= MAX_CHOICES,
          "a field of requestedSchema must have 1 to " + MAX_CHOICES + " choices");
    }
  }
}
