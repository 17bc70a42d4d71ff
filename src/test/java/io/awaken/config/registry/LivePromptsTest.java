package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.agent.PluginSet;
import io.awaken.core.spec.PromptSpec;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts whose documents change while the server runs. */
@Rows(1113)
class LivePromptsTest {

  @TempDir Path directory;

  @Test
  void aChangedPromptIsActiveAndABrokenOneKeepsItsVersion() {
    var folder = new EditedFolder(directory);
    folder.write("prompts/hello.yaml", "messages: [{text: Hi}]");
    var documents = folder.open(PluginSet.NONE, FunctionTool.answering("look", "x"));

    folder.write("prompts/hello.yaml", "messages: [{text: Hello}]");
    folder.write("prompts/new.yaml", "messages: [{text: New}]");
    folder.settle();

    assertThat(documents.prompts()).extracting(PromptSpec::id).containsExactly("hello", "new");
    assertThat(text(documents)).isEqualTo("Hello");

    folder.write("prompts/hello.yaml", "messages: [{text: '{{none}}'}]");
    folder.settle();

    assertThat(text(documents)).isEqualTo("Hello");
    assertThat(folder.problems())
        .singleElement()
        .asString()
        .contains("prompts/hello.yaml", "messages[0].text");
  }

  private static String text(LiveDocuments documents) {
    return documents.prompts().getFirst().messages().getFirst().text();
  }
}
