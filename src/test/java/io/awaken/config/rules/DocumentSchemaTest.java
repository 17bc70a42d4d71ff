package io.awaken.config.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.spec.ToolPattern;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The schemas of documents and the records that documents become have the same fields. */
@Rows({9, 21})
class DocumentSchemaTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** One line per field: path, type, aliases. */
  private final Collection<String> found = new TreeSet<>();

  private enum Kind {
    AGENT(AgentSpec.class),
    MODEL(ModelSpec.class),
    MODEL_POOL(ModelPoolSpec.class),
    PROVIDER(ProviderSpec.class),
    MCP_SERVER(McpServerSpec.class),
    PROMPT(PromptSpec.class),
    RESOURCE(ResourceSpec.class),
    WEBHOOK(WebhookSpec.class);

    private final Class<?> type;

    Kind(Class<?> type) {
      this.type = type;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSchemaHasTheFieldsTypesValuesAndAliasesOfItsRecord(Kind kind) throws IOException {
    inRecord(kind.type, "");
    found.remove("stop_conditions[] any");
    if (found.remove("revision string")) {
      found.add("revision " + McpServerSpec.REVISIONS);
    }
    var ofRecord = List.copyOf(found);
    found.clear();
    String file = kind.name().toLowerCase().replace('_', '-') + ".json";
    try (var in = DocumentSchema.class.getResourceAsStream(file)) {
      JsonNode schema = MAPPER.readTree(in);
      inSchema(schema, schema, "");
    }
    // Free JSON in the record, whose type alone a schema checks.
    found.removeIf(field -> field.startsWith("stop_conditions[]."));
    found.remove("stop_conditions[] object");

    assertThat(found).containsExactlyElementsOf(ofRecord);
  }

  private void inRecord(Class<?> type, String prefix) {
    for (RecordComponent field : type.getRecordComponents()) {
      JsonAlias alias = field.getAccessor().getAnnotation(JsonAlias.class);
      String aliases = alias == null ? "" : " " + List.of(alias.value());
      inType(
          field.getGenericType(),
          prefix + SnakeCaseStrategy.INSTANCE.translate(field.getName()),
          aliases);
    }
  }

  private void inType(Type type, String path, String aliases) {
    if (type instanceof ParameterizedType container) {
      Type[] of = container.getActualTypeArguments();
      boolean map = container.getRawType() == Map.class;
      found.add(path + " " + (map ? "object" : "array") + aliases);
      inType(of[of.length - 1], path + (map ? ".*" : "[]"), "");
    } else {
      found.add(path + " " + named((Class<?>) type) + aliases);
      if (named((Class<?>) type).equals("object")) {
        inRecord((Class<?>) type, path + ".");
      }
    }
  }

  private static String named(Class<?> type) {
    if (type.isEnum()) {
      return new TreeSet<>(
              Arrays.stream(type.getEnumConstants())
                  .map(value -> MAPPER.convertValue(value, String.class))
                  .toList())
          .toString();
    }
    return Map.<Class<?>, String>of(
            String.class, "string",
            Secret.class, "string",
            ToolPattern.class, "string",
            Integer.class, "integer",
            Long.class, "integer",
            BigDecimal.class, "number",
            Boolean.class, "boolean",
            JsonNode.class, "any")
        .getOrDefault(type, "object");
  }

  private void inSchema(JsonNode root, JsonNode object, String prefix) {
    object
        .path("properties")
        .properties()
        .forEach(field -> inPart(root, field.getValue(), prefix + field.getKey()));
  }

  private void inPart(JsonNode root, JsonNode part, String path) {
    JsonNode schema = part.has("$ref") ? root.at(part.get("$ref").asText().substring(1)) : part;
    String type = type(schema);
    String aliases =
        part.has("aliases") ? " " + MAPPER.convertValue(part.get("aliases"), List.class) : "";
    found.add(path + " " + type + aliases);
    if (type.equals("array")) {
      inPart(root, schema.path("items"), path + "[]");
    } else if (type.equals("object") && !schema.has("properties")) {
      inPart(root, schema.path("additionalProperties"), path + ".*");
    } else {
      inSchema(root, schema, path + ".");
    }
  }

  private static String type(JsonNode schema) {
    if (schema.has("enum")) {
      return new TreeSet<>(List.of(MAPPER.convertValue(schema.get("enum"), String[].class)))
          .toString();
    }
    JsonNode type = schema.path("type");
    return type.isArray() ? type.get(0).asText() : type.asText("any");
  }
}
