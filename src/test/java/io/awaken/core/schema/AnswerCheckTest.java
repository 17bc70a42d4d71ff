package io.awaken.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.Rows;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Validation of answers by their format. */
@Rows(1021)
class AnswerCheckTest {

  private static final String CITY =
      "{'type':'object','properties':{'city':{'type':'string'},'days':{'type':'integer'}},"
          + "'required':['city']}";

  private static Optional<String> breach(String schema, String text) throws Exception {
    var json = new ObjectMapper().readTree(schema.replace('\'', '"'));
    return FormatCheck.breach(ResponseFormat.of("city", json), text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'city':'Bern'}             | ``",
        "  {'city':'Bern','days':3}  | ``",
        "{'town':'Bern'}             | required property 'city' not found",
        "{'city':3}                  | /city: integer found, string expected",
        "{'city':'Bern','days':1.5}  | /days: number found, integer expected",
        "['Bern']                    | array found, object expected",
        "Bern                        | it is not JSON:",
        "{'city':'Bern'} and so on   | it is not JSON:",
        "```json {'city':'Bern'} ``` | it is not JSON:",
        "``                          | it is empty",
      })
  void anAnswerMustSatisfyItsSchema(String text, String reason) throws Exception {
    Optional<String> breach = breach(CITY, text);

    if (reason.isEmpty() && !text.isEmpty()) {
      assertThat(breach).isEmpty();
    } else {
      assertThat(breach).hasValueSatisfying(found -> assertThat(found).contains(reason));
    }
  }

  @Test
  void withoutASchemaAnyObjectIsValid() {
    assertThat(FormatCheck.breach(ResponseFormat.JSON_OBJECT, "{}")).isEmpty();
    assertThat(FormatCheck.breach(ResponseFormat.JSON_OBJECT, "[1]"))
        .contains("it is not a JSON object");
    assertThat(FormatCheck.breach(ResponseFormat.TEXT, "anything")).isEmpty();
  }

  @Test
  void theDraftOfASchemaIsIgnored() throws Exception {
    String draft =
        "{'$schema':'http://json-schema.org/draft-07/schema#','type':'object','required':['a']}";

    assertThat(breach(draft, "{'a':1}")).isEmpty();
    assertThat(breach(draft, "{}")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'$ref':'#'}", "{'$ref':'#/$defs/none'}"})
  void anUnresolvableSchemaAcceptsNothing(String schema) throws Exception {
    assertThat(breach(schema, "{'a':'b'}")).contains("its schema cannot be followed");
  }

  @Test
  void theReasonIsShort() throws Exception {
    assertThat(breach("{'required':['" + "x".repeat(5_000) + "']}", "{}"))
        .hasValueSatisfying(reason -> assertThat(reason).hasSizeLessThan(1_010));
  }
}
