package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alternative field names of requests. */
@Rows({230, 231})
class AliasesTest {

  private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"pay\"}]";

  private final RunsApi api = new RunsApi().as(ADA);

  private JsonNode sent(String route, RunId waits, String mode) {
    String body = "{" + MESSAGES + ",\"mode\":\"" + mode + "\"}";
    return route.equals("inputs")
        ? api.input(waits.value(), body, null)
        : api.send("t", body, null);
  }

  private static RunId run(JsonNode answer) {
    JsonNode accepted = answer.get("accepted_run_id");
    return new RunId((accepted == null ? answer.get("run_id") : accepted).asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"messages", "inputs"})
  void interruptThenQueueInterrupts(String route) {
    RunId waits = api.waiting("t");

    JsonNode answer = sent(route, waits, "interrupt_then_queue");

    assertThat(run(answer)).isNotEqualTo(waits);
    assertThat(api.node.record(waits).status()).isEqualTo(RunStatus.DONE);
    assertThat(api.node.record(run(answer)).status()).isEqualTo(RunStatus.RUNNING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"messages", "inputs"})
  void liveThenQueueSteersTheOpenRunElseStartsAnother(String route) {
    RunId waits = api.waiting("t");

    assertThat(run(sent(route, waits, "live_then_queue"))).isEqualTo(waits);
    assertThat(api.node.record(waits).status()).isEqualTo(RunStatus.WAITING);
    api.api.interrupt("t");
    api.node.executeAll();
    assertThat(run(sent(route, waits, "live_then_queue"))).isNotEqualTo(waits);
  }

  /** Request bodies with the companions of aliased fields. */
  static Stream<Class<?>> bodies() {
    return NativeRoutes.all()
        .flatMap(route -> Stream.of(route.getParameterTypes()))
        .filter(Class::isRecord)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void fieldsOfBodiesAreReadInCamelCaseToo(Class<?> body) throws ReflectiveOperationException {
    for (RecordComponent component : body.getRecordComponents()) {
      String name = component.getName();
      if (name.chars().anyMatch(Character::isUpperCase)) {
        String value = VALUES.getOrDefault(component.getType(), "[]");
        Object read = AskingApi.read("{\"" + name + "\":" + value + "}", body);

        component.getAccessor().setAccessible(true);
        assertThat(component.getAccessor().invoke(read)).as(name).isNotNull();
      }
    }
  }

  private static final Map<Class<?>, String> VALUES =
      Map.of(String.class, "\"x\"", Long.class, "1");
}
