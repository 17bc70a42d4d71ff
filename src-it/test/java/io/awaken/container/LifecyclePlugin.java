package io.awaken.container;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Records its lifecycle in the file that a resource of the archive names. */
@ApplicationScoped
public class LifecyclePlugin implements Plugin {

  static final String PLACE = "leaving-plugin.txt";

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("leaving");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    write("registered");
  }

  @Override
  public void close() {
    write("closed");
  }

  @PreDestroy
  void end() {
    write("destroyed");
  }

  private static void write(String line) {
    try (InputStream place = LifecyclePlugin.class.getResourceAsStream("/" + PLACE)) {
      Path file = Path.of(new String(place.readAllBytes(), StandardCharsets.UTF_8));
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
