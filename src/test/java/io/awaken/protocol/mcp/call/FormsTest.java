package io.awaken.protocol.mcp.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suspensions as forms, and their answers. */
@Rows({1064, 1065})
@BesideOthers
class FormsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "-|{'answer':{'type':'string','title':'Answer'}}|{'answer':'x'}|\"x\"",
        "{'type':'integer'}|{'answer':{'type':'integer'}}|{'answer':3}|3",
        "{'type':'object','properties':{'a':{'type':'string'}}}|{'a':{'type':'string'}}|{'a':'x'}|{'a':'x'}",
        "{'type':'object','properties':{'a':{'anyOf':[{'type':'string'},{'type':'null'}],'title':'A','default':null}}}|{'a':{'type':'string','title':'A'}}|{}|{}",
        "{'type':'object','properties':{'a':{'type':'array','items':{'enum':['x','y']}}}}|{'a':{'type':'array','items':{'enum':['x','y']}}}|{'a':['x']}|{'a':['x']}",
        "{'type':'object','properties':{'a':{'type':'array'}}}|{'answer':{'type':'string','title':'Answer'}}|{'answer':'{\\\"a\\\":[]}'}|{'a':[]}"
      })
  void theFormFollowsTheSchema(String schema, String properties, String content, String payload)
      throws Exception {
    var ticket = SuspendTicket.result("ask", "What?", schema == null ? null : json(schema));

    assertThat(Forms.params(ticket).at("/requestedSchema/properties")).isEqualTo(json(properties));
    var answer = Forms.answer(ticket, json("{'action':'accept','content':" + content + "}"));
    assertThat(answer.accepted()).isTrue();
    assertThat(answer.payload()).isEqualTo(json(payload));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|action must be accept, decline or cancel",
        "{'action':'accept'}|content.answer is required",
        "{'action':'accept','content':{'answer':'{'}}|content.answer must be JSON"
      })
  void anInvalidAnswerIsRefusedWithItsField(String reply, String why) throws Exception {
    var ticket = SuspendTicket.result("ask", "What?", json("{'type':'array'}"));

    assertThatThrownBy(() -> Forms.answer(ticket, json(reply))).hasMessage(why);
  }

  @Test
  @Rows(1130)
  void aQuestionOfAToolIsAFormOrAnApproval() throws Exception {
    var schema = json("{'type':'object','properties':{'a':{'type':'string'}}}");
    var form =
        SuspendTicket.of(ResumeMode.ANSWER_TOOL, new Suspension(null, "q", "A?", null, schema));
    var yes = SuspendTicket.of(ResumeMode.ANSWER_TOOL, new Suspension(null, "q", "B?", null, null));

    assertThat(Forms.answer(form, json("{'action':'accept','content':{'a':'x'}}")).payload())
        .isEqualTo(json("{'a':'x'}"));
    assertThat(Forms.params(yes).at("/requestedSchema/required")).isEqualTo(json("['approved']"));
    assertThat(
            Forms.answer(yes, json("{'action':'accept','content':{'approved':true}}")).accepted())
        .isTrue();
  }

  @Test
  void aDeclinedFormHasAReason() throws Exception {
    var answer =
        Forms.answer(SuspendTicket.approval("pay", "May I?"), json("{'action':'decline'}"));

    assertThat(answer.accepted()).isFalse();
    assertThat(answer.reason()).isEqualTo("declined by the user");
  }
}
