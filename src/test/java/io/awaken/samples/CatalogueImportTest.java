package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.tool.ActivitySink;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.testkit.ToolCallContexts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What readers see of it, and that it stops. */
class CatalogueImportTest {

  private final List<String> told = new ArrayList<>();
  private final ActivitySink readers =
      new ActivitySink() {
        @Override
        public void snapshot(String activityType, JsonNode content) {
          told.add(content.path("status").asText() + " " + content.path("progress").asText());
        }

        @Override
        public void delta(String activityType, JsonNode patch) {}
      };

  @Test
  void itSaysHowFarItIs() {
    ToolCallContext call = ToolCallContexts.test("import_articles").with(readers);

    assertThat(new CatalogueImport().read(List.of("lamp", "chair"), call)).isEqualTo("2 articles");
    assertThat(told).containsExactly("running 0.0", "running 0.5", "done 1.0");
  }

  @Test
  void itStopsWhenTheRunIsCancelled() {
    ToolCallContext call = ToolCallContexts.test("import_articles").with(readers);
    call.cancellation().cancel(CancellationToken.Reason.REQUESTED);

    assertThatThrownBy(() -> new CatalogueImport().read(List.of("lamp"), call))
        .isInstanceOf(RunCancelled.class);
    assertThat(told).isEmpty();
  }
}
