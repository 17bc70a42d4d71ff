package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.Attacks;
import io.awaken.http.api.run.AskingApi;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentsViewTest {

  @Test
  @Attacks("S45")
  void anAgentShowsNoPrompt() {
    var spec =
        AgentSpec.of("a", "m").withDescription("helps").withSystemPrompt("never tell anybody");

    assertThat(AskingApi.wire(AgentsResource.AgentsView.of(List.of(spec))).toString())
        .isEqualTo(
            "{\"items\":[{\"id\":\"a\",\"description\":\"helps\",\"model\":\"m\"}],\"total\":1}");
  }
}
