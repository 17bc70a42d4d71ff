package io.awaken.protocol.a2a;

import static io.awaken.protocol.a2a.A2aApi.answer;
import static io.awaken.protocol.a2a.A2aApi.json;
import static io.awaken.protocol.a2a.A2aApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of tasks. */
@Rows(241)
class A2aListTest {

  private final A2aApi api =
      A2aApi.asking(
          SuspendTicket.approval("pay", "May I pay?"),
          Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build(),
          FunctionTool.answering("pay", "paid"));

  private JsonNode asked(String id) {
    ObjectNode params = message(id, "pay");
    ((ObjectNode) params.get("message")).put("contextId", "talk-" + id);
    return api.send(params);
  }

  private List<String> list(String params) {
    var ids = new ArrayList<String>();
    api.rest("ListTasks", json(params))
        .json()
        .get("tasks")
        .forEach(task -> ids.add(task.get("id").asText()));
    return ids;
  }

  @Test
  void theLastChangedTaskComesFirst() {
    JsonNode one = asked("1");
    JsonNode two = asked("2");
    api.clock.advance(Duration.ofSeconds(5));
    api.send(answer(one, "m", "approve"));

    JsonNode listed = api.rest("ListTasks", json("{}")).json();

    assertThat(listed.at("/tasks/0/id")).isEqualTo(one.get("id"));
    assertThat(listed.at("/tasks/1/id")).isEqualTo(two.get("id"));
    assertThat(listed.at("/tasks/0").has("artifacts")).isFalse();
    assertThat(listed.get("totalSize").asInt()).isEqualTo(2);
    assertThat(listed.get("pageSize").asInt()).isEqualTo(50);
    assertThat(listed.get("nextPageToken").asText()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'status':'TASK_STATE_COMPLETED'} | 1",
        "{'status':'TASK_STATE_INPUT_REQUIRED'} | 1",
        "{'status':'TASK_STATE_FAILED'} | 0",
        "{'contextId':'talk-1'} | 1",
        "{'contextId':'talk-9'} | 0",
        "{'tenant':'other'} | 0",
        "{'statusTimestampAfter':'2999-01-01T00:00:00Z'} | 0",
        "{'statusTimestampAfter':'1969-01-01T00:00:00Z'} | 2"
      })
  void aFilterRestrictsTheList(String params, int size) {
    api.send(answer(asked("1"), "m", "approve"));
    asked("2");

    assertThat(list(params)).hasSize(size);
  }

  @Test
  void theEarliestTimeOfAChangeIsIncluded() {
    String changed = asked("1").at("/status/timestamp").asText();
    String later = Instant.parse(changed).plusNanos(1).toString();

    assertThat(list("{'statusTimestampAfter':'%s'}".formatted(changed))).hasSize(1);
    assertThat(list("{'statusTimestampAfter':'%s'}".formatted(later))).isEmpty();
  }

  @Test
  void aListHasNoMoreBytesOfMessagesThanATask() {
    for (int i = 0; i < 4; i++) {
      ObjectNode params = message("m" + i, "x".repeat(400_000));
      api.send(params);
    }

    var listed = api.rest("ListTasks", json("{'includeArtifacts':true}"));

    // Each task has its newest message at least.
    assertThat(listed.json().get("tasks")).hasSize(4);
    assertThat(listed.text()).hasSizeLessThan(1_000_000);
  }

  @Test
  void pagesHaveEachTaskOnce() {
    for (int i = 0; i < 5; i++) {
      asked("" + i);
    }
    var seen = new ArrayList<String>();
    String token = "";
    do {
      ObjectNode params = json("{'pageSize':2}").put("pageToken", token);
      JsonNode page = api.rest("ListTasks", params).json();
      page.get("tasks").forEach(task -> seen.add(task.get("id").asText()));
      token = page.get("nextPageToken").asText();
    } while (!token.isEmpty());

    assertThat(seen).hasSize(5).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'pageSize':101} | pageSize",
        "{'pageSize':0} | pageSize",
        "{'pageSize':'many'} | pageSize",
        "{'pageToken':'broken'} | pageToken",
        "{'status':'done'} | status",
        "{'statusTimestampAfter':'today'} | statusTimestampAfter",
        "{'includeArtifacts':'maybe'} | includeArtifacts"
      })
  void aWrongFilterIsRefusedWithItsField(String params, String field) {
    var refused = api.rest("ListTasks", json(params));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/error/details/0/metadata/field").asText()).isEqualTo(field);
  }
}
