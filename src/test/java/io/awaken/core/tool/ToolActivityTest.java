package io.awaken.core.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import io.awaken.fixture.Rows;
import io.awaken.testkit.ToolCallContexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of a running tool. */
class ToolActivityTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> reported = new ArrayList<>();

  private final ToolCallContext call =
      ToolCallContexts.test("import")
          .with(
              new ActivitySink() {
                @Override
                public void snapshot(String activityType, JsonNode content) {
                  reported.add(activityType + " is " + content);
                }

                @Override
                public void delta(String activityType, JsonNode patch) {
                  reported.add(activityType + " changes by " + patch);
                }
              });

  @Test
  @Rows(178)
  void progressNamesCallToolAndFraction() {
    call.reportProgress(ProgressStatus.RUNNING, "half of it", 0.5);

    assertThat(reported)
        .containsExactly(
            """
            tool-call-progress is {"schema":"tool-call-progress.v1","node_id":"test-call",\
            "call_id":"test-call","tool_name":"import","status":"running","progress":0.5,\
            "message":"half of it"}\
            """);
  }

  @Test
  @Rows(178)
  void unknownValuesAreLeftOut() {
    call.reportProgress(ProgressStatus.PENDING, null, null);

    assertThat(reported).singleElement().asString().endsWith("\"status\":\"pending\"}");
  }

  @ParameterizedTest
  @EnumSource
  @Rows(179)
  void aStatusIsWrittenInLowerCase(ProgressStatus status) {
    call.reportProgress(status, null, null);

    assertThat(reported)
        .singleElement()
        .asString()
        .contains("\"status\":\"" + status.name().toLowerCase(Locale.ROOT) + "\"");
  }

  @Test
  @Rows(179)
  void theStatusesAreTheFiveOfTheWire() {
    assertThat(ProgressStatus.values())
        .extracting(ProgressStatus::wire)
        .containsExactly("pending", "running", "done", "failed", "cancelled");
    assertThatThrownBy(() -> call.reportProgress(null, null, null))
        .hasMessage("the status of a progress report must not be null");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 0.25, -0.0})
  @Rows(178)
  void aFractionIsFromZeroToOne(double fraction) {
    call.reportProgress(ProgressStatus.RUNNING, null, fraction);

    assertThat(reported).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"NaN", "-0.01", "1.01", "Infinity", "-Infinity"})
  @Rows(178)
  void anythingElseIsRefused(double fraction) {
    assertThatThrownBy(() -> call.reportProgress(ProgressStatus.RUNNING, null, fraction))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the fraction of a progress report must be from 0 to 1, not " + fraction);
    assertThat(reported).isEmpty();
  }

  @Test
  @Rows(180)
  void aToolPublishesItsOwnContents() throws Exception {
    call.reportActivity("plan", JSON.readTree("{\"steps\": [1]}"));

    assertThat(reported).containsExactly("plan is {\"steps\":[1]}");
  }

  @Test
  @Rows(180)
  void aSingleOperationIsWrappedIntoAnArray() throws Exception {
    call.reportActivityDelta("plan", JSON.readTree("{\"op\": \"remove\", \"path\": \"/a\"}"));
    call.reportActivityDelta("plan", JSON.readTree("[{\"op\": \"remove\", \"path\": \"/b\"}]"));

    assertThat(reported)
        .containsExactly(
            "plan changes by [{\"op\":\"remove\",\"path\":\"/a\"}]",
            "plan changes by [{\"op\":\"remove\",\"path\":\"/b\"}]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"remove\"", "null", "[1]", "[{}, []]"})
  @Rows(180)
  void anInvalidPatchIsRefused(String patch) {
    assertThatThrownBy(() -> call.reportActivityDelta("plan", JSON.readTree(patch)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the patch of an activity must");
    assertThatThrownBy(() -> call.reportActivityDelta("plan", null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Rows(180)
  void contentsAreLimitedAndTheErrorNamesTheLimit() {
    JsonNode largest = text(ToolActivity.MAX_CONTENT - 2);
    JsonNode larger = text(ToolActivity.MAX_CONTENT - 1);

    call.reportActivity("plan", largest);
    assertThat(reported).hasSize(1);
    assertThatThrownBy(() -> call.reportActivity("plan", larger))
        .hasMessage("the content of an activity or event has 16385 bytes, the limit is 16384");
    assertThatThrownBy(() -> call.reportProgress(ProgressStatus.DONE, larger.textValue(), 1.0))
        .hasMessageEndingWith("the limit is 16384");
    assertThatThrownBy(() -> call.reportActivity("plan", null))
        .hasMessage("the content of an activity or event must not be null");
    assertThat(reported).hasSize(1);
  }

  @Test
  @Rows(180)
  void bytesCountAndNotCharacters() {
    JsonNode umlauts = JsonNodeFactory.instance.textNode("ü".repeat(ToolActivity.MAX_CONTENT / 2));

    assertThatThrownBy(() -> call.reportActivity("plan", umlauts))
        .hasMessageContaining("16386 bytes");
  }

  @Test
  @Rows(180)
  void aTypeHasANameOfBoundedLength() {
    for (String type : new String[] {null, "", " ", "x".repeat(129)}) {
      assertThatThrownBy(() -> call.reportActivity(type, NullNode.instance))
          .as(String.valueOf(type))
          .hasMessageContaining("1 to 128 characters");
    }
    assertThat(reported).isEmpty();
  }

  @Test
  @Rows(180)
  void withoutASinkNothingHappens() {
    ToolCallContext quiet = ToolCallContexts.test();

    assertThatCode(
            () -> {
              quiet.reportProgress(ProgressStatus.DONE, "done", 1.0);
              quiet.reportActivity("plan", NullNode.instance);
              quiet.reportActivityDelta("plan", JSON.readTree("[]"));
            })
        .doesNotThrowAnyException();
  }

  private static JsonNode text(int length) {
    return JsonNodeFactory.instance.textNode("x".repeat(length));
  }
}
