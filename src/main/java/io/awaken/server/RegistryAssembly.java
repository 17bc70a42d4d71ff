package io.awaken.server;

import io.awaken.builtin.demo.CalculateTool;
import io.awaken.builtin.demo.TimeTool;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.config.BuiltinDocuments;
import io.awaken.config.DocumentLoader;
import io.awaken.config.Lookup;
import io.awaken.config.NamedFile;
import io.awaken.config.registry.LiveDocuments;
import io.awaken.config.registry.RegistryLoader;
import io.awaken.config.source.ClassPathSource;
import io.awaken.config.source.ConfigurationFolder;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.tool.Tool;
import io.awaken.protocol.mcp.call.ToolAgent;
import io.awaken.provider.scripted.ScriptedAdapter;
import io.awaken.server.settings.HttpSetting;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Assembles the registry from documents, model adapters, built-in tools and bean tools. */
final class RegistryAssembly {

  private final Settings settings;
  private final Lookup lookup;
  private final List<LlmAdapter> wires;
  private final ModelPorts ports;

  RegistryAssembly(Settings settings, Lookup lookup, List<LlmAdapter> wires, ModelPorts ports) {
    this.ports = ports;
    this.settings = settings;
    this.lookup = lookup;
    this.wires = wires;
  }

  /**
   * @param beanTools tools of the application's beans
   * @param plugins already registered
   * @param outcomes receives the outcome of each change of the documents
   * @throws RuntimeException with a message that names everything that is wrong
   */
  LiveDocuments load(
      List<Tool> beanTools, PluginSet plugins, Consumer<LiveDocuments.Outcome> outcomes) {
    var loader =
        new RegistryLoader(wires, ports, ToolAgent.offering(settings.names(HttpSetting.MCP_TOOLS)));
    List<Tool> tools = new ArrayList<>(builtinTools());
    tools.addAll(beanTools);
    return new LiveDocuments(
        sources(loader),
        loader,
        new LiveDocuments.Parts(tools, plugins),
        InstantSource.system(),
        outcomes);
  }

  private LiveDocuments.Sources sources(RegistryLoader loader) {
    Optional<Path> folder = folder(settings);
    return new LiveDocuments.Sources(
        folder.map(path -> new ConfigurationFolder(path, InstantSource.system())).orElse(null),
        List.of(new ClassPathSource(RegistryAssembly.class.getClassLoader())),
        BuiltinDocuments.choose(lookup),
        new DocumentLoader(
            lookup,
            folder.orElse(Path.of("")),
            loader.adapterNames(),
            ServerConfiguration.targets(settings)));
  }

  private static Optional<Path> folder(Settings settings) {
    return settings.text(RunSetting.CONFIG_DIR).map(text -> Path.of(text).toAbsolutePath());
  }

  /** Scripts of scripted models, which provider documents name. */
  static ScriptedAdapter.Source scripts(Settings settings) {
    Path folder = folder(settings).orElse(Path.of(""));
    return path -> NamedFile.script(folder, path);
  }

  private static List<Tool> builtinTools() {
    return List.of(new WeatherTool(), new CalculateTool(), new TimeTool(InstantSource.system()));
  }
}
