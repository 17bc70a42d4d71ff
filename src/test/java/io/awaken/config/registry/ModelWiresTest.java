package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.Rows;
import io.awaken.provider.langchain4j.ModelBeans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

@Rows(109)
class ModelWiresTest {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z0-9_]+)` \\| [^|]+ \\| (`http|- )");

  private final OutboundHttp http =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  @Test
  void theGuideNamesEachWire() throws IOException {
    List<String> documented =
        ROW.matcher(Files.readString(Path.of("docs/models.md")))
            .results()
            .map(row -> row.group(1))
            .toList();

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            ModelWires.with(http, path -> null, ModelBeans.NONE, Runnable::run).stream()
                .map(LlmAdapter::name)
                .toList());
  }

  @Test
  void eachWireNeedsNoMoreThanAKey() {
    for (LlmAdapter wire : ModelWires.with(http, path -> null)) {
      var provider = new ProviderSpec("p", wire.name(), new Secret("key"), null, null, Map.of());

      assertThat(wire.create(provider)).as(wire.name()).isNotNull();
    }
  }
}
