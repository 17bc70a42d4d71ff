package io.awaken.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.Rows;
import io.awaken.runtime.AgentRuntime;
import jakarta.inject.Named;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles the Java of {@code docs/models.md} and runs its program against a server of the test.
 */
@Rows(1050)
class ModelGuideTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("public class (\\w+)");

  @TempDir Path folder;

  @BeforeEach
  void compileTheClassesOfTheGuide() throws Exception {
    List<String> sources =
        JAVA.matcher(Files.readString(Path.of("docs/models.md")))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(sources).hasSize(2);
    for (String source : sources) {
      var name = NAME.matcher(source);
      assertThat(name.find()).isTrue();
      Path file = folder.resolve(name.group(1) + ".java");
      Files.writeString(file, source);
      compile(file);
    }
  }

  @Test
  void theProgramOfTheGuideAsksItsModel() throws Exception {
    String answer =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Seven.\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
            + "data: [DONE]\n\n";
    try (var server =
        RawHttpServer.answering(connection -> connection.eventStream().text(answer))) {

      assertThat(run(server.baseUrl() + "/v1", "key")).isEqualTo("Seven.\n");

      assertThat(server.requests().getFirst().body()).contains("gpt-5-mini", "Lamps?");
    }
  }

  private String run(String... arguments) throws Exception {
    var printed = new ByteArrayOutputStream();
    PrintStream console = System.out;
    var loaded = new URL[] {folder.toUri().toURL()};
    try (var loader = new URLClassLoader(loaded, getClass().getClassLoader());
        var out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      loader
          .loadClass("Bridged")
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } finally {
      System.setOut(console);
    }
    return printed.toString(StandardCharsets.UTF_8);
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

  /** The launcher's class path may be one jar that names the others. */
  private static String classPath() {
    return Stream.of(
            AgentRuntime.class,
            JsonNode.class,
            StreamingChatModel.class,
            OpenAiStreamingChatModel.class,
            Named.class)
        .map(ModelGuideTest::location)
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
}
