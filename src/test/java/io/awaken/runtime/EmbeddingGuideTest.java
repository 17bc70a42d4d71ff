package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Rows;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the programs of {@code docs/embedding.md}, runs them and compares what they print. */
@Rows({4, 24, 138})
class EmbeddingGuideTest {

  private static final Path APPROVAL = Path.of("src-it/samples/embedding/Approval.java");

  @TempDir Path folder;

  @Test
  void theProgramOfTheGuidePrintsTheDocumentedOutput() throws Exception {
    String guide = Files.readString(Path.of("docs/embedding.md"));
    Path source = folder.resolve("Embedded.java");
    Files.writeString(source, block(guide, "java", 0));

    compile(source);

    assertThat(run("Embedded").lines().toList())
        .isEqualTo(block(guide, "text", 0).lines().toList());
  }

  @Test
  void theProgramThatIsShownInPartPrintsTheDocumentedOutput() throws Exception {
    String guide = Files.readString(Path.of("docs/embedding.md"));
    assertThat(Files.readString(APPROVAL).replaceAll("(?m)^ {6}", ""))
        .contains(block(guide, "java", 1));

    compile(APPROVAL);

    assertThat(run("Approval").lines().toList())
        .isEqualTo(block(guide, "text", 1).lines().toList());
  }

  private void compile(Path source) {
    var messages = new ByteArrayOutputStream();
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-proc:none",
                "-cp",
                classPath(),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(failed).as(messages.toString(StandardCharsets.UTF_8)).isZero();
  }

  private String run(String program) throws Exception {
    var printed = new ByteArrayOutputStream();
    PrintStream console = System.out;
    var loaded = new URL[] {folder.toUri().toURL()};
    try (var loader = new URLClassLoader(loaded, getClass().getClassLoader());
        var out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      loader.loadClass(program).getMethod("main", String[].class).invoke(null, (Object) null);
    } finally {
      System.setOut(console);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** The launcher's class path may be one jar that names the others. */
  private static String classPath() {
    return Stream.of(AgentRuntime.class, JsonNode.class, TreeNode.class, JsonProperty.class)
        .map(EmbeddingGuideTest::location)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static String block(String guide, String language, int place) {
    List<String> blocks =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(guide)
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(blocks).hasSize(2);
    return blocks.get(place);
  }
}
