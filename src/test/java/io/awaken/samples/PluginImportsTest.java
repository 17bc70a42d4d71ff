package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.ContextTransform;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A plugin needs no type of the runtime that the guide does not name with its package. */
@Rows(73)
class PluginImportsTest {

  private static final Path SAMPLES = Path.of("src-it", "samples");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(io\\.awaken[a-z.]+)` \\| (.*) \\|$");
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*)`");
  private static final Pattern TYPE =
      Pattern.compile("\\b(io\\.awaken(?:\\.[a-z]\\w*)+)\\.([A-Z]\\w*)");
  private static final Pattern FROM_LIBRARIES =
      Pattern.compile(
          "(?m)^import (?:static"
              + " )?(?!java\\.|jakarta\\.|io\\.awaken\\.|com\\.fasterxml\\.jackson\\.)"
              + "[a-z.]+\\.([A-Z]\\w*)");
  private static final Pattern WHOLE_PACKAGE =
      Pattern.compile("import +io\\.awaken(?:\\.[a-z]\\w*)+\\.\\*");

  /** Types that the guide names, with their packages. */
  private static Set<String> named() throws IOException {
    var named = new TreeSet<String>();
    ROW.matcher(PluginGuideTest.guide())
        .results()
        .forEach(
            row ->
                NAME.matcher(row.group(2))
                    .results()
                    .forEach(name -> named.add(row.group(1) + "." + name.group(1))));
    assertThat(named).hasSizeGreaterThan(50);
    return named;
  }

  @Test
  void everyTypeThatTheGuideNamesIsThereForPlugins() throws IOException {
    assertThat(named())
        .allSatisfy(
            name -> assertThat(Class.forName(name).getModifiers()).matches(Modifier::isPublic));
  }

  @Test
  void whatTheRegistrarTakesAndHandsToPluginsIsNamed() throws IOException {
    var seeds = new ArrayList<Class<?>>();
    seeds.addAll(List.of(PluginRegistrar.class, HookContext.class, PhaseContext.class));
    seeds.addAll(
        List.of(RunSummary.class, ContextTransform.Context.class, ToolFilter.Context.class));
    for (Method method : PluginRegistrar.class.getDeclaredMethods()) {
      for (Class<?> part : method.getParameterTypes()) {
        seeds.add(part);
        seeds.addAll(List.of(part.getClasses()));
      }
    }
    var mentioned = new TreeSet<String>();
    seeds.stream()
        .flatMap(seed -> Arrays.stream(seed.getMethods()))
        .forEach(method -> mentioned(method, mentioned));

    assertThat(mentioned)
        .contains("io.awaken.core.model.LlmRequest", "io.awaken.core.run.RunIdentity");
    assertThat(named()).containsAll(mentioned);
  }

  @Test
  void theCodeOfTheGuideImportsOnlyWhatTheGuideNames() throws IOException {
    for (Path source : PluginGuideTest.sources()) {
      assertImportsOnlyNamed(source);
    }
  }

  @Test
  void theSamplesImportOnlyWhatTheGuideNames() throws IOException {
    for (Path source : samples()) {
      assertImportsOnlyNamed(source);
    }
  }

  @Test
  void whatTheSamplesImportOfLibrariesEveryServerHasOrTheGuideNames() throws IOException {
    String guide = PluginGuideTest.guide();
    for (Path source : samples()) {
      assertThat(FROM_LIBRARIES.matcher(Files.readString(source)).results())
          .as("imports of %s", source)
          .allMatch(type -> guide.contains("`" + type.group(1) + "`"));
    }
  }

  /** The plugin of the sample with a tool, and those that are nothing but plugins. */
  private static List<Path> samples() throws IOException {
    try (Stream<Path> files = Files.walk(SAMPLES)) {
      List<Path> sources =
          files
              .filter(file -> file.getFileName().toString().endsWith(".java"))
              .filter(
                  file ->
                      file.startsWith(SAMPLES.resolve("plugins"))
                          || file.endsWith("OrderScope.java"))
              .toList();
      assertThat(sources).isNotEmpty();
      return sources;
    }
  }

  private static void assertImportsOnlyNamed(Path source) throws IOException {
    String code = Files.readString(source);
    Matcher type = TYPE.matcher(code);
    var used = new TreeSet<String>();
    while (type.find()) {
      used.add(type.group(1) + "." + type.group(2));
    }
    used.removeAll(named());
    assertThat(used).as("types that %s uses and docs/plugins.md does not name", source).isEmpty();
    assertThat(WHOLE_PACKAGE.matcher(code).find()).as("%s imports a package", source).isFalse();
  }

  private static void mentioned(Method method, Set<String> names) {
    boolean own = method.getDeclaringClass().getName().startsWith("io.awaken.");
    if (own && !Modifier.isStatic(method.getModifiers())) {
      mentioned(method.getGenericReturnType(), names);
      Arrays.stream(method.getGenericParameterTypes()).forEach(type -> mentioned(type, names));
      Arrays.stream(method.getExceptionTypes()).forEach(type -> mentioned(type, names));
    }
  }

  private static void mentioned(Type type, Set<String> names) {
    if (type instanceof ParameterizedType generic) {
      mentioned(generic.getRawType(), names);
      Arrays.stream(generic.getActualTypeArguments()).forEach(each -> mentioned(each, names));
    } else if (type instanceof Class<?> plain && plain.getName().startsWith("io.awaken.")) {
      Class<?> outer = plain;
      while (outer.getEnclosingClass() != null) {
        outer = outer.getEnclosingClass();
      }
      names.add(outer.getName());
    }
  }
}
