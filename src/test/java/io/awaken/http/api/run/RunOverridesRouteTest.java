package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of model calls in a request for a run. */
@Rows(138)
class RunOverridesRouteTest {

  private final RunsApi api = new RunsApi(AskingNode.APPROVAL);

  private static String body(String overrides) {
    return ("{'agent_id':'a','background':true,'messages':[{'role':'user','content':'hi'}],"
            + "'overrides':"
            + overrides
            + "}")
        .replace('\'', '"');
  }

  /** The refusal of a request that has no effect. */
  private Refusal refusal(String overrides) {
    Refusal refusal = AskingApi.refusal(() -> RunsApi.begin(api.api.runs(), body(overrides), null));
    assertThat(api.node.stores.mailbox().claims().due(10)).isEmpty();
    return refusal;
  }

  @Test
  void allowedOverridesAreStoredWithTheRunAndShown() {
    api.api.overridesAllowed = true;

    var accepted =
        RunsApi.begin(
            api.api.runs(),
            body("{'temperature':0,'top_p':0.5,'max_tokens':200,'reasoning_effort':'low'}"),
            null);

    var run = new RunId(accepted.get("run_id").asText());
    assertThat(api.node.record(run).spec().overrides())
        .isEqualTo(
            new InferenceOverride(
                null, 0.0, 200, 0.5, ReasoningEffort.of(ReasoningEffort.Level.LOW)));
    assertThat(api.api.get(run).get("overrides"))
        .hasToString(
            "{\"temperature\":0.0,\"max_tokens\":200,\"top_p\":0.5,\"reasoning_effort\":\"low\"}");
  }

  @Test
  @Rows(1020)
  void theResponseFormatIsAnOverride() {
    api.api.overridesAllowed = true;

    var accepted =
        RunsApi.begin(
            api.api.runs(),
            body("{'response_format':{'type':'json_schema','schema':{'type':'object'}}}"),
            null);

    var run = new RunId(accepted.get("run_id").asText());
    assertThat(api.node.record(run).spec().overrides().responseFormat())
        .isEqualTo(
            ResponseFormat.of(
                "answer", JsonNodeFactory.instance.objectNode().put("type", "object")));
    assertThat(api.api.get(run).get("overrides"))
        .hasToString(
            "{\"response_format\":{\"type\":\"json_schema\",\"name\":\"answer\","
                + "\"schema\":{\"type\":\"object\"},\"strict\":false}}");
  }

  @Test
  void overridesAreRefusedByDefault() {
    Refusal refusal = refusal("{'temperature':0}");

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo("overrides");
    assertThat(refusal.message()).isEqualTo("overrides are not allowed on this server");
  }

  @Test
  void emptyOverridesCountAsNone() {
    var accepted = RunsApi.begin(api.api.runs(), body("{}"), null);

    var run = new RunId(accepted.get("run_id").asText());
    assertThat(api.node.record(run).spec().overrides()).isEqualTo(InferenceOverride.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'temperature':2.1}          | overrides.temperature      | must be 0 to 2",
        "{'temperature':-0.1}         | overrides.temperature      | must be 0 to 2",
        "{'top_p':1.1}                | overrides.top_p            | must be 0 to 1",
        "{'max_tokens':0}             | overrides.max_tokens       | must be 1 to 1000000",
        "{'max_tokens':1000001}       | overrides.max_tokens       | must be 1 to 1000000",
        "{'response_format':{}}       | overrides.response_format.type | is required",
        "{'response_format':{'type':'xml'}} | overrides.response_format.type | must be text,"
            + " json_object or json_schema",
        "{'response_format':{'type':'json_schema'}} | overrides.response_format.schema | is"
            + " required",
        "{'response_format':{'type':'json_schema','schema':{'properties':{'a':{'pattern':'a'}}}}}"
            + " | overrides.response_format.schema | must not have pattern in a request: such a"
            + " check could be endless",
        "{'reasoning_effort':'much'}  | overrides.reasoning_effort | must be none, low, medium,"
            + " high or max",
        "{'reasoning_effort':'budget'}| overrides.reasoning_effort | must be none, low, medium,"
            + " high or max",
      },
      quoteCharacter = '`')
  void aValueOutOfRangeIsRefusedNamingTheField(String overrides, String field, String rule) {
    api.api.overridesAllowed = true;

    Refusal refusal = refusal(overrides);

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo(field);
    assertThat(refusal.message()).isEqualTo(field + " " + rule);
  }

  @Test
  void theModelIsNotAnOverride() {
    api.api.overridesAllowed = true;

    Refusal refusal = refusal("{'model':'large'}");

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo("overrides.model");
  }
}
