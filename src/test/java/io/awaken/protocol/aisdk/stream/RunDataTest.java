package io.awaken.protocol.aisdk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.spec.Cost;
import io.awaken.fixture.Rows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Usage data of model calls. */
@Rows(1033)
class RunDataTest {

  private static String written(TokenUsage usage) throws IOException {
    var out = new ByteArrayOutputStream();
    RunData.write(new AgentEvent.InferenceComplete("m", usage, 5), out);
    return out.toString();
  }

  @Test
  void costIsWrittenNextToTokens() throws IOException {
    TokenUsage usage = TokenUsage.of(2, 1);

    assertThat(written(usage.costing(new Cost("0.5", "USD"))))
        .contains("\"cost\":{\"amount\":\"0.5\",\"currency\":\"USD\"}");
    assertThat(written(usage)).contains("\"inputTokens\":2").doesNotContain("cost");
  }
}
