package io.awaken.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Well-formed schemas of client tools that cannot be compiled. */
class SchemaKeywordsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'properties':{'a':{'pattern':'['}}}",
        "{'properties':{'a':{'pattern':'(a'}}}",
        "{'properties':{'a':{'pattern':'*'}}}",
        "{'properties':{'a':{'pattern':'a{2,1}'}}}",
        "{'patternProperties':{'(':{}}}",
        "{'properties':{'a':{'items':{'anyOf':[{},{'pattern':')'}]}}}}",
        "{'$defs':{'x':{'not':{'pattern':'[z-a]'}}}}",
        "{'properties':{'a':{'$ref':'#/$defs/none'}}}",
        "{'properties':{'a':{'$ref':'#none'}}}",
        "{'properties':{'a':{'$ref':'#/%zz'}}}",
        "{'properties':{'a':{'$ref':'other.json'}}}",
        "{'properties':{'a':{'$ref':'https://json-schema.org/draft/2020-12/schema'}}}",
        "{'properties':{'a':{'$dynamicRef':'#none'}}}"
      })
  void aSchemaThatCannotBeCompiledIsRefused(String schema) {
    assertThat(breach(schema)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'properties':{'a':{'pattern':'^[a-z]+$'}}}",
        "{'properties':{'pattern':{'type':'string'},'$ref':{'type':'string'}}}",
        "{'properties':{'a':{'enum':[{'pattern':'['}],'default':{'$ref':'x'}}}}",
        "{'properties':{'a':{'$ref':'#/$defs/b'}},'$defs':{'b':{'$ref':'#'}}}",
        "{'properties':{'a':{'$ref':'#/$defs/b~1c%20d'}},'$defs':{'b/c d':{}}}",
        "{'properties':{'a':{'$ref':'#here'},'b':{'$anchor':'here'}}}",
        "{'additionalProperties':false,'items':[true]}"
      })
  void aValidSchemaIsAccepted(String schema) {
    assertThat(breach(schema)).isEmpty();
  }

  /** Patterns that are valid in JavaScript but not in Java, or have another meaning there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[]",
        "[^[&&]",
        "[^]*",
        "[]",
        "^{{.*}}$",
        "\\p{Extended_Pictographic}+",
        "\\u{1F600}",
        "(?<=a*)b",
        "(?<first_name>a)\\k<first_name>",
        "[\\b\\0]",
        "\\Qa",
        "\\/",
        "[\\w-]",
        "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$"
      })
  void patternsAreThoseOfJavaScript(String pattern) {
    assertThat(EcmaPattern.isPattern(pattern)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "(", ")", "a**", "+", "\\", "[b-a]", "(?<n>a", "[\\"})
  void anInvalidPatternIsReported(String pattern) {
    assertThat(EcmaPattern.isPattern(pattern)).isFalse();
  }

  private static Optional<String> breach(String schema) {
    try {
      return SchemaKeywords.breach(new ObjectMapper().readTree(schema.replace('\'', '"')));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
