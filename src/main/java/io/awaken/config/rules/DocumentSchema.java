package io.awaken.config.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import io.awaken.config.source.DocumentKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The JSON schema of one kind of document, a resource beside this class: known fields, types,
 * limits, and which fields go together. Two keywords are our own:
 *
 * <ul>
 *   <li>{@code message}: the reason of a violation, or an object of reasons by keyword; those of
 *       {@code required} by field
 *   <li>{@code aliases}: other names of a field
 * </ul>
 *
 * Reasons never quote values, which may be secrets. Thread-safe.
 */
public final class DocumentSchema {

  private static final Map<DocumentKind, DocumentSchema> ALL = new ConcurrentHashMap<>();
  private static final SchemaRegistry REGISTRY = registry();

  private static final Map<String, String> TYPES =
      Map.of(
          "object", "an object",
          "array", "a list",
          "string", "text (in quotes if it looks like a number)",
          "integer", "a whole number",
          "number", "a number",
          "boolean", "true or false");

  private final JsonNode root;
  private final Schema schema;

  private DocumentSchema(DocumentKind kind) {
    String file = kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".json";
    try (var in = DocumentSchema.class.getResourceAsStream(file)) {
      root = new JsonMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    schema = REGISTRY.getSchema(root);
  }

  public static DocumentSchema of(DocumentKind kind) {
    return ALL.computeIfAbsent(kind, DocumentSchema::new);
  }

  private static SchemaRegistry registry() {
    Dialect dialect =
        Dialect.builder(Dialects.getDraft202012())
            .keyword(new NonValidationKeyword("message"))
            .keyword(new NonValidationKeyword("aliases"))
            .formats(formats -> DocumentFormat.ALL.forEach(one -> formats.put(one.name(), one)))
            .build();
    return SchemaRegistry.withDefaultDialect(
        dialect,
        registry ->
            registry
                .dialectRegistry((id, any) -> dialect)
                .schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  }

  /**
   * Renames aliases to their fields and removes empty fields, in path. An alias beside its field
   * stays, and violates the schema.
   *
   * @return the names that the document uses, by the field that each stands for
   */
  public Map<String, String> normalise(ObjectNode document) {
    var aliases = new HashMap<String, String>();
    normalise(document, root, "", aliases);
    return aliases;
  }

  private void normalise(JsonNode value, JsonNode part, String at, Map<String, String> aliases) {
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      normalise(value.get(i), part.path("items"), at + "[" + i + "]", aliases);
    }
    if (value instanceof ObjectNode object) {
      String prefix = at.isEmpty() ? at : at + ".";
      part.path("properties")
          .properties()
          .forEach(field -> normalise(object, field.getKey(), field.getValue(), prefix, aliases));
    }
  }

  private void normalise(
      ObjectNode object, String name, JsonNode part, String prefix, Map<String, String> aliases) {
    String written = name;
    for (JsonNode alias : part.path("aliases")) {
      if (object.has(alias.asText()) && !object.has(name)) {
        written = alias.asText();
        object.set(name, object.remove(written));
        aliases.put(prefix + name, prefix + written);
      }
    }
    JsonNode value = object.path(name);
    if (value.isNull() && !sorted(part.path("type")).contains("null")) {
      object.remove(name);
    } else {
      normalise(value, part, prefix + written, aliases);
    }
  }

  /**
   * Reports the first violation of each field.
   *
   * @param document normalised
   * @return whether it is valid
   */
  public boolean check(ObjectNode document, BiConsumer<String, String> problems) {
    var reported = new HashSet<String>();
    for (Error error : schema.validate(document)) {
      String field = field(error);
      if (reported.add(field)) {
        problems.accept(field, reason(error));
      }
    }
    return reported.isEmpty();
  }

  private static String field(Error error) {
    NodePath path = error.getInstanceLocation();
    if (error.getProperty() != null) {
      path = path.append(error.getProperty());
    }
    var field = new StringBuilder();
    for (int i = 0; i < path.getNameCount(); i++) {
      Object step = path.getElement(i);
      field.append(step instanceof Integer ? "[" + step + "]" : (i == 0 ? "" : ".") + step);
    }
    return field.toString();
  }

  private String reason(Error error) {
    if (error.getInstanceNode().isNull()) {
      return "must not be empty; remove it or give it a value";
    }
    String keyword = error.getKeyword();
    JsonNode part = root.at(error.getSchemaLocation().getFragment().getParent().toString());
    JsonNode own = part.path("message");
    own = own.isObject() ? own.path(keyword) : own;
    own = own.isObject() ? own.path(error.getProperty()) : own;
    if (own.isTextual() && !keyword.equals("type")) {
      return own.asText();
    }
    return switch (keyword) {
      case "type" -> "must be " + TYPES.get(first(part.path("type")));
      case "required" -> required(part.path("properties").path(error.getProperty()));
      case "enum" -> "must be one of " + sorted(part.path("enum"));
      case "minimum", "maximum" ->
          "must be %s to %s".formatted(part.path("minimum"), part.path("maximum"));
      case "maxLength" -> "must have at most " + part.path(keyword) + " characters";
      case "maxItems", "maxProperties" -> "must have at most " + part.path(keyword) + " entries";
      case "additionalProperties" -> unknown(error.getProperty(), part.path("properties"));
      default -> "does not have the expected form";
    };
  }

  private static String required(JsonNode field) {
    String form = field.path("message").asText();
    return form.startsWith("must") ? "is required and " + form : "is required";
  }

  private static String first(JsonNode type) {
    return type.isArray() ? type.path(0).asText() : type.asText();
  }

  private static TreeSet<String> sorted(JsonNode texts) {
    return StreamSupport.stream(texts.spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String unknown(String name, JsonNode fields) {
    for (var field : fields.properties()) {
      if (sorted(field.getValue().path("aliases")).contains(name)) {
        return "is an alias of " + field.getKey() + "; give one of them";
      }
    }
    var known = new TreeSet<String>();
    fields.fieldNames().forEachRemaining(known::add);
    return "is unknown; known fields are " + String.join(", ", known);
  }
}
