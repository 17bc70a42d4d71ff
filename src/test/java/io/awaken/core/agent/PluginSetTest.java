package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.fixture.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plugins of a runtime as a whole. */
class PluginSetTest {

  private final List<String> closed = new ArrayList<>();

  @Test
  void pluginsAreClosedInReverseOrderEvenIfOneFails() {
    var plugins =
        PluginSet.of(
            List.of(
                closing("first", () -> {}),
                closing(
                    "gone",
                    () -> {
                      throw new NoClassDefFoundError("com/example/Gone");
                    }),
                closing(
                    "broken",
                    () -> {
                      throw new IllegalStateException("broken");
                    })),
            List.of(closing("last", () -> {})));

    try (var log = new CapturedLog(PluginSet.class)) {
      plugins.close();

      assertThat(log.warnings()).hasSize(2).last().asString().contains("plugin gone");
    }
    assertThat(closed).containsExactly("last", "broken", "gone", "first");
  }

  private Plugin closing(String name, Runnable how) {
    return new Plugin() {
      @Override
      public PluginDescriptor descriptor() {
        return PluginDescriptor.of(name);
      }

      @Override
      public void register(PluginRegistrar registrar) {}

      @Override
      public void close() {
        closed.add(name);
        how.run();
      }
    };
  }
}
