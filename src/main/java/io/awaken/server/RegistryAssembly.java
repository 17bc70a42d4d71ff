package io.awaken.server;

import io.awaken.builtin.demo.CalculateTool;
import io.awaken.builtin.demo.TimeTool;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.tool.Tool;
import io.awaken.provider.openai.OpenAiAdapter;
import io.awaken.provider.scripted.ScriptedAdapter;
import io.awaken.server.config.Setting;
import io.awaken.server.config.Settings;
import io.awaken.server.documents.BuiltinDocuments;
import io.awaken.server.documents.ClassPathSource;
import io.awaken.server.documents.DirectorySource;
import io.awaken.server.documents.DocumentLoader;
import io.awaken.server.documents.DocumentSource;
import io.awaken.server.documents.Documents;
import io.awaken.server.documents.Lookup;
import io.awaken.server.documents.ScriptFile;
import io.awaken.server.registry.RegistryLoader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts the registry together: documents, model adapters, built-in tools and those of beans. */
final class RegistryAssembly {

  private final Settings settings;
  private final Lookup lookup;
  private final OutboundHttp http;

  RegistryAssembly(Settings settings, Lookup lookup, OutboundHttp http) {
    this.settings = settings;
    this.lookup = lookup;
    this.http = http;
  }

  /**
   * @param beanTools tools that the application's beans bring
   * @param plugins registered already
   * @throws RuntimeException with a message that names everything that is wrong
   */
  RegistrySnapshot load(List<Tool> beanTools, PluginSet plugins) {
    List<LlmAdapter> adapters =
        List.of(new OpenAiAdapter(http), new ScriptedAdapter(ScriptFile::read));
    var loader = new RegistryLoader(adapters);
    List<Tool> tools = new ArrayList<>(builtinTools());
    tools.addAll(beanTools);
    return loader.load(documents(loader), tools, plugins);
  }

  private Documents documents(RegistryLoader loader) {
    Documents builtin = BuiltinDocuments.choose(lookup);
    Optional<Path> folder =
        settings.text(Setting.CONFIG_DIR).map(text -> Path.of(text).toAbsolutePath());
    List<DocumentSource> sources = new ArrayList<>();
    sources.add(new ClassPathSource(RegistryAssembly.class.getClassLoader()));
    folder.map(DirectorySource::new).ifPresent(sources::add);
    return new DocumentLoader(lookup, folder.orElse(Path.of("")), loader.adapterNames())
        .load(sources, builtin);
  }

  private static List<Tool> builtinTools() {
    return List.of(new WeatherTool(), new CalculateTool(), new TimeTool(InstantSource.system()));
  }
}
