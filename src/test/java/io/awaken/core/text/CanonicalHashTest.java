package io.awaken.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.fixture.Rows;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes are stored, for example of approved tools, so they must never change. */
@Rows({1077})
class CanonicalHashTest {

  private final CanonicalHash hashes = new CanonicalHash();

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "{\"b\":1,\"a\":{\"d\":null,\"c\":[{\"f\":true,\"e\":false}]}}",
        "{\"Z\":1,\"a\":2,\"ä\":3,\"10\":4,\"9\":5,\"\":6}",
        "[1,-1,1.50,1e3,1E-7,12345678901234567890,0.1]",
        "[\"\\u0000\\u001f\\\"\\\\/\\u2028 é 漢 \\ud83d\\ude00\"]"
      })
  void theHashIsThatOfTheTextWithSortedFields(String text) throws Exception {
    for (int again = 0; again < 2; again++) {
      String expected = sorted(json(text)).toString();

      assertThat(hashes.of(json(text))).isEqualTo(CanonicalHash.ofText(expected));
      assertThat(hashes.length()).isEqualTo(expected.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  @Test
  void aLongValueIsHashedWhole() throws Exception {
    var long1 = JsonNodeFactory.instance.objectNode().put("a", "é😀x".repeat(20_000));

    assertThat(hashes.of(long1)).isEqualTo(CanonicalHash.ofText(long1.toString()));
  }

  @Test
  void halfOfASurrogatePairHashesAsAQuestionMark() {
    var half = JsonNodeFactory.instance.textNode("\ud83d");

    assertThat(hashes.of(half)).isEqualTo(CanonicalHash.ofText("\"?\""));
  }

  @Test
  void aKnownHashStays() throws Exception {
    assertThat(hashes.of(json("{}")))
        .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
  }

  private static JsonNode sorted(JsonNode value) {
    if (value.isArray()) {
      var items = JsonNodeFactory.instance.arrayNode();
      value.forEach(each -> items.add(sorted(each)));
      return items;
    }
    if (!value.isObject()) {
      return value;
    }
    var fields = new TreeMap<String, JsonNode>();
    value.properties().forEach(each -> fields.put(each.getKey(), sorted(each.getValue())));
    return JsonNodeFactory.instance.objectNode().setAll(fields);
  }
}
