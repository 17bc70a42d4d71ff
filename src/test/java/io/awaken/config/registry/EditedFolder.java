package io.awaken.config.registry;

import io.awaken.config.BuiltinDocuments;
import io.awaken.config.DocumentLoader;
import io.awaken.config.Lookup;
import io.awaken.config.registry.LiveDocuments.Outcome;
import io.awaken.config.source.ConfigurationFolder;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.SettableClock;
import io.awaken.provider.scripted.ScriptedAdapter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A configuration folder that a test edits while its documents are published. */
final class EditedFolder {

  /** Long before any poll, so that versions differ only by content, size and time. */
  private static final Instant WRITTEN = Instant.parse("2020-01-01T00:00:00Z");

  final SettableClock clock = new SettableClock();
  final List<Outcome> outcomes = new ArrayList<>();
  private final Path directory;
  private final Lookup lookup = name -> Optional.empty();
  private LiveDocuments documents;
  private int writes;

  EditedFolder(Path directory) {
    this.directory = directory;
  }

  /** Loads the folder with these tools. */
  LiveDocuments open(PluginSet plugins, Tool... tools) {
    return open(List.of(new ScriptedAdapter(path -> null)), plugins, tools);
  }

  LiveDocuments open(List<LlmAdapter> adapters, PluginSet plugins, Tool... tools) {
    var loader = new RegistryLoader(adapters, ModelPorts.plain());
    documents =
        new LiveDocuments(
            new LiveDocuments.Sources(
                new ConfigurationFolder(directory, clock),
                List.of(),
                BuiltinDocuments.choose(lookup),
                new DocumentLoader(lookup, directory, loader.adapterNames())),
            loader,
            new LiveDocuments.Parts(List.of(tools), plugins),
            clock,
            outcomes::add);
    return documents;
  }

  /** Writes a file with a unique time. */
  EditedFolder write(String name, String content) {
    return write(name, content, WRITTEN.plusSeconds(++writes));
  }

  /** Writes a file with this modification time. */
  EditedFolder write(String name, String content, Instant time) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      Files.setLastModifiedTime(file, FileTime.from(time));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  EditedFolder delete(String name) {
    try {
      Files.delete(directory.resolve(name));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Advances time to the next poll. */
  void poll() {
    clock.advance(LiveDocuments.INTERVAL);
    documents.poll();
  }

  /** Advances time until a change is published. */
  void settle() {
    Instant start = clock.instant();
    while (clock.instant().isBefore(start.plus(Duration.ofSeconds(2)))) {
      poll();
    }
  }

  RegistrySnapshot snapshot() {
    return documents.registry().get();
  }

  String prompt(String agent) {
    return snapshot().agents().get(agent).systemPrompt();
  }

  List<String> problems() {
    return documents.problems().stream().map(DocumentProblem::toString).toList();
  }
}
