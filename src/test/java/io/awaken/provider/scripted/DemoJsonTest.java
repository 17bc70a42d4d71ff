package io.awaken.provider.scripted;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.schema.FormatCheck;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demo model answers in the requested format. */
@Rows(1023)
class DemoJsonTest {

  private static ResponseFormat format(String schema) throws Exception {
    return ResponseFormat.of(null, new ObjectMapper().readTree(schema.replace('\'', '"')));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object'}",
        "{'properties':{'a':{'type':'string','minLength':40}},'required':['a']}",
        "{'properties':{'a':{'type':'string','maxLength':2},'b':{'enum':['x','y']}}}",
        "{'properties':{'a':{'type':'integer','minimum':3},'b':{'type':'number','maximum':-2}}}",
        "{'properties':{'a':{'type':'number','exclusiveMinimum':7},'b':{'const':'c'}}}",
        "{'properties':{'a':{'type':'array','items':{'type':'boolean'},'minItems':3}}}",
        "{'properties':{'a':{'type':'array','maxItems':0}}}",
        "{'properties':{'a':{'anyOf':[{'type':'null'},{'type':'string'}]}}}",
        "{'properties':{'a':{'$ref':'#/$defs/b'}},'$defs':{'b':{'type':['string','null']}}}",
        "{'properties':{'a':{'type':'string','format':'date-time'}}}"
      })
  void anAnswerSatisfiesItsSchema(String schema) throws Exception {
    ResponseFormat format = format(schema);

    assertThat(FormatCheck.breach(format, DemoJson.of(format, "hello"))).isEmpty();
  }

  @Test
  void textRepeatsTheInput() throws Exception {
    assertThat(DemoJson.of(format("{'properties':{'a':{'type':'string'}}}"), "hello"))
        .isEqualTo("{\"a\":\"hello\"}");
    assertThat(DemoJson.of(ResponseFormat.JSON_OBJECT, "hello"))
        .isEqualTo("{\"model\":\"demo\",\"said\":\"hello\"}");
  }

  @Test
  void aRecursiveSchemaTerminates() throws Exception {
    assertThat(DemoJson.of(format("{'properties':{'a':{'$ref':'#'}}}"), "hello")).endsWith("}");
  }
}
