package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import io.awaken.http.json.NativeJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The JSON of a run's end. Source: the page "Run Lifecycle", termination reasons. */
@Rows(129)
class TerminationJsonTest {

  private static final Map<TerminationReason, String> WRITTEN =
      Map.of(
          new TerminationReason.NaturalEnd(),
          "{\"type\":\"natural_end\"}",
          new TerminationReason.BehaviorRequested(),
          "{\"type\":\"behavior_requested\"}",
          TerminationReason.Stopped.of("max_rounds", "16"),
          "{\"type\":\"stopped\",\"value\":{\"code\":\"max_rounds\",\"detail\":\"16\"}}",
          TerminationReason.Stopped.of("max_rounds", null),
          "{\"type\":\"stopped\",\"value\":{\"code\":\"max_rounds\"}}",
          new TerminationReason.Cancelled(),
          "{\"type\":\"cancelled\"}",
          new TerminationReason.Blocked("no"),
          "{\"type\":\"blocked\",\"value\":\"no\"}",
          new TerminationReason.Suspended(),
          "{\"type\":\"suspended\"}",
          new TerminationReason.Error("away"),
          "{\"type\":\"error\",\"value\":\"away\"}");

  @Test
  void itHasATypeAndAnOptionalValue() {
    WRITTEN.forEach(
        (reason, json) ->
            assertThat(new String(NativeJson.bytes(reason), StandardCharsets.UTF_8))
                .isEqualTo(json));
  }

  @Test
  void everyTerminationIsReadBackAsWritten() throws JsonProcessingException {
    var mapper = new ObjectMapper();
    for (var each : WRITTEN.entrySet()) {
      assertThat(mapper.readValue(each.getValue(), TerminationReason.class))
          .isEqualTo(each.getKey());
    }
  }
}
