package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.testkit.CollectingSink;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Rows(235)
class OpenShopsTest {

  @Test
  void agentsAskTheShopsThatAreOpen() {
    var shops = new OpenShops();
    var model =
        new ScriptedModel(Script.builder().calls("ask_north", Map.of()).says("asked").build());
    try (var runtime =
        AgentRuntime.builder()
            .inMemory()
            .withAgentSpec(AgentSpec.of("clerk", "m"))
            .withModel(new ModelSpec("m", "p", "x"))
            .withProvider("p", model)
            .withToolSource(shops)
            .build()) {
      shops.open("north");
      var events = new CollectingSink();
      runtime.run(RunRequest.of("clerk", "Lamps?"), events);
      assertThat(events.take().toString()).contains("north has lamps");

      shops.close("north");
      assertThat(runtime.registry().tools()).isEmpty();
    }
  }
}
