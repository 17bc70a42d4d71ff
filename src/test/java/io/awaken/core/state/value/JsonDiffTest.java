package io.awaken.core.state.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.fixture.JsonPatches;
import io.awaken.fixture.Rows;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(170)
class JsonDiffTest {

  private static final JsonMapper MAPPER = new JsonMapper();

  private static ArrayNode diff(JsonNode before, JsonNode after) {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    JsonDiff.append(patch, "", before, after);
    return patch;
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return MAPPER.readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1}        | {'a':1}          | []",
        "{'a':1}        | {'a':2}          | [{'op':'replace','path':'/a','value':2}]",
        "{}             | {'a/b~c':1}      | [{'op':'add','path':'/a~1b~0c','value':1}]",
        "{'a':{'b':1}}  | {'a':{}}         | [{'op':'remove','path':'/a/b'}]",
        "{'a':[1,2,3]}  | {'a':[1,3]}      | [{'op':'remove','path':'/a/1'}]",
        "{'a':[1,2]}    | {'a':[1,2,3]}    | [{'op':'add','path':'/a/2','value':3}]",
        "{'a':[1,4]}    | {'a':[1,2,3,4]}  |"
            + " [{'op':'add','path':'/a/1','value':2},{'op':'add','path':'/a/2','value':3}]",
        "{'a':[]}       | {'a':{}}         | [{'op':'replace','path':'/a','value':{}}]",
        "{'a':null}     | {'a':1}          | [{'op':'replace','path':'/a','value':1}]",
        "{'a':[1,2,3,4,5,6]} | {'a':[]}    | [{'op':'replace','path':'/a','value':[]}]",
      })
  void aPatchContainsOnlyChanges(String before, String after, String patch) throws Exception {
    assertThat(diff(json(before), json(after))).isEqualTo(json(patch));
  }

  @Test
  void aValueThatIsTheSameObjectIsNotCompared() throws Exception {
    JsonNode value = json("{'a':[1,2]}");
    assertThat(diff(value, value)).isEmpty();
  }

  @RepeatedTest(300)
  void thePatchConvertsOneValueToTheOther() {
    var random = new Random();
    ObjectNode before = object(random, 3);
    ObjectNode after = object(random, 3);

    ArrayNode patch = diff(before, after);

    assertThat(JsonPatches.applied(before, patch)).as("%s by %s", before, patch).isEqualTo(after);
  }

  private static ObjectNode object(Random random, int depth) {
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      made.set("k/" + random.nextInt(4), value(random, depth - 1));
    }
    return made;
  }

  private static JsonNode value(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 5 : 3);
    if (kind == 4) {
      return object(random, depth);
    }
    if (kind == 3) {
      ArrayNode made = JsonNodeFactory.instance.arrayNode();
      for (int i = random.nextInt(9); i > 0; i--) {
        made.add(value(random, depth - 1));
      }
      return made;
    }
    return kind == 0
        ? JsonNodeFactory.instance.nullNode()
        : JsonNodeFactory.instance.numberNode(random.nextInt(3));
  }
}
