package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.core.spec.PromptSpec.Role;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documents of prompts, each refused with file, line and field. */
@Rows(1113)
class PromptDocumentTest {

  @TempDir Path directory;

  private void write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private Documents load() {
    return new DocumentLoader(name -> Optional.of("s3cret"), directory, Set.of("scripted"))
        .load(
            List.of(new FolderDocuments(directory)),
            BuiltinDocuments.choose(name -> Optional.empty()));
  }

  @Test
  void promptsAreReadWithTheirDefaultsInTheOrderOfTheirIds() throws IOException {
    write("prompts/z.yaml", "messages: [{text: Hi}]");
    write(
        "prompts/a.yaml",
        """
        title: A
        description: Says hello.
        arguments:
        - {name: who, title: Who, description: Whom to greet, required: true}
        - {name: how}
        messages:
        - {role: assistant, text: "Whom, ${WHO}?"}
        - {text: "Greet {{who}} {{how}}."}
        """);

    assertThat(load().prompts())
        .containsExactly(
            new PromptSpec(
                "a",
                "A",
                "Says hello.",
                List.of(
                    new Argument("who", "Who", "Whom to greet", true),
                    new Argument("how", null, null, false)),
                List.of(
                    // References are not resolved in texts of a prompt.
                    new PromptMessage(Role.ASSISTANT, "Whom, ${WHO}?"),
                    new PromptMessage(Role.USER, "Greet {{who}} {{how}}."))),
            new PromptSpec(
                "z", null, null, List.of(), List.of(new PromptMessage(Role.USER, "Hi"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          title       | 4096
          description | 4096
          """)
  void aLongTextIsRefused(String field, int most) throws IOException {
    write("prompts/p.yaml", "messages: [{text: x}]\n" + field + ": " + "x".repeat(most + 1));

    assertThat(problems())
        .singleElement()
        .asString()
        .endsWith(field + " must have at most " + most + " characters");
  }

  @Test
  void messagesAndTheirNumberAreLimited() throws IOException {
    write("prompts/p.yaml", "messages: [{text: " + "x".repeat(65_537) + "}]");
    write("prompts/q.yaml", "messages: [" + "{text: x},".repeat(33) + "]");

    assertThat(problems())
        .anyMatch(each -> each.endsWith("messages[0].text must have at most 65536 characters"))
        .anyMatch(each -> each.endsWith("messages must have at most 32 entries"))
        .hasSize(2);
  }

  private List<String> problems() {
    return catchThrowableOfType(DocumentException.class, this::load).problems().stream()
        .map(DocumentProblem::toString)
        .toList();
  }
}
