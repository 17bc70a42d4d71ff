package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolParam;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentSchemasTest {

  enum Colour {
    RED,
    GREEN
  }

  record Line(String article, int pieces, Optional<String> note) {}

  record Order(@ToolParam("who") @NotBlank String customer, List<Line> lines, Line gift) {}

  record Node(String name, List<Node> children) {}

  @SuppressWarnings("unused")
  static class Samples {
    public void text(String a) {}

    public void whole(int a) {}

    public void longer(Long a) {}

    public void fraction(double a) {}

    public void money(BigDecimal a) {}

    public void flag(boolean a) {}

    public void choice(Colour a) {}

    public void uuid(UUID a) {}

    public void day(LocalDate a) {}

    public void moment(Instant a) {}

    public void span(Duration a) {}

    public void texts(List<String> a) {}

    public void counts(Map<String, Integer> a) {}

    public void maybe(Optional<Integer> a) {}

    public void anything(JsonNode a) {}

    public void described(@ToolParam("the city") String a) {}

    public void notBlank(@NotBlank String a) {}

    public void sized(@Size(min = 2, max = 5) String a) {}

    public void sizedList(@Size(max = 3) List<Integer> a) {}

    public void notEmptyMap(@NotEmpty Map<String, String> a) {}

    public void between(@Min(1) @Max(9) int a) {}

    public void decimals(
        @DecimalMin(value = "0.5", inclusive = false) @DecimalMax("2") BigDecimal a) {}

    public void positive(@Positive int a) {}

    public void notNegative(@PositiveOrZero int a) {}

    public void pattern(@Pattern(regexp = "[A-Z]|[0-9]") String a) {}

    public void email(@Email String a) {}

    public void record(Order order, ToolCallContext context, Optional<Line> more) {}

    public void tree(Node root) {}
  }

  private final ArgumentSchemas schemas = new ArgumentSchemas();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          text        | {"type":"string"}
          whole       | {"type":"integer"}
          longer      | {"type":"integer"}
          fraction    | {"type":"number"}
          money       | {"type":"number"}
          flag        | {"type":"boolean"}
          choice      | {"type":"string","enum":["RED","GREEN"]}
          uuid        | {"type":"string","format":"uuid"}
          day         | {"type":"string","format":"date"}
          moment      | {"type":"string","format":"date-time"}
          span        | {"type":"string","format":"duration"}
          texts       | {"type":"array","items":{"type":"string"}}
          counts      | {"type":"object","additionalProperties":{"type":"integer"}}
          anything    | {}
          described   | {"type":"string","description":"the city"}
          notBlank    | {"type":"string","minLength":1,"pattern":"\\\\S"}
          sized       | {"type":"string","minLength":2,"maxLength":5}
          sizedList   | {"type":"array","items":{"type":"integer"},"maxItems":3}
          notEmptyMap | {"type":"object","additionalProperties":{"type":"string"},"minProperties":1}
          between     | {"type":"integer","minimum":1,"maximum":9}
          decimals    | {"type":"number","exclusiveMinimum":0.5,"maximum":2}
          positive    | {"type":"integer","exclusiveMinimum":0}
          notNegative | {"type":"integer","minimum":0}
          email       | {"type":"string","format":"email"}
          """)
  void typeAndConstraintsOfAParameterDetermineItsSchema(String method, String expected) {
    JsonNode schema = schema(method);

    assertThat(schema.path("properties").path("a")).hasToString(expected);
    assertThat(schema.path("required")).hasToString("[\"a\"]");
    assertThat(schema.path("additionalProperties").booleanValue()).isFalse();
  }

  @Test
  void aPatternAppliesToTheWholeText() {
    assertThat(schema("pattern").path("properties").path("a"))
        .hasToString("{\"type\":\"string\",\"pattern\":\"^(?:[A-Z]|[0-9])$\"}");
  }

  @Test
  void anOptionalParameterIsNotRequired() {
    assertThat(schema("maybe"))
        .hasToString(
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},"
                + "\"additionalProperties\":false}");
  }

  @Test
  void recordsFollowTheRuleOfParametersAndTheContextIsNotShown() throws Exception {
    JsonNode schema = schema("record");

    assertThat(schema.path("required")).hasToString("[\"order\"]");
    assertThat(schema.path("properties").properties()).hasSize(2);
    assertThat(
            accepts(
                schema,
                """
                {"order": {"customer": "c", "lines": [{"article": "a", "pieces": 1}],
                  "gift": {"article": "a", "pieces": 1, "note": "n"}}}\
                """))
        .isTrue();
    assertThat(accepts(schema, "{\"order\": {\"customer\": \"c\", \"lines\": []}}")).isFalse();
    assertThat(
            accepts(
                schema,
                """
                {"order": {"customer": "c", "lines": [],
                  "gift": {"article": "a", "pieces": 1, "colour": "red"}}}\
                """))
        .isFalse();
    assertThat(schema.toString()).contains("\"description\":\"who\"");
  }

  @Test
  void aRecursiveTypeIsDefinedOnce() throws Exception {
    JsonNode schema = schema("tree");

    assertThat(schema.path("$defs").properties()).hasSize(1);
    assertThat(
            accepts(
                schema,
                """
                {"root": {"name": "a", "children": [{"name": "b", "children": []}]}}\
                """))
        .isTrue();
    assertThat(accepts(schema, "{\"root\": {\"name\": \"a\", \"children\": [{}]}}")).isFalse();
  }

  private static boolean accepts(JsonNode schema, String arguments) throws Exception {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema)
        .validate(ToolJson.MAPPER.readTree(arguments))
        .isEmpty();
  }

  private JsonNode schema(String name) {
    Method method =
        Arrays.stream(Samples.class.getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return schemas.schema(Arrays.stream(method.getParameters()).map(ToolParameter::of).toList());
  }
}
