package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.ResourceSpec.Argument;
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

/** The documents of resources, each refused with file, line and field. */
@Rows(1260)
class ResourceDocumentTest {

  @TempDir Path directory;

  private void write(String name, String content) throws IOException {
    Path file = directory.resolve("resources").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private Documents load() {
    return new DocumentLoader(name -> Optional.of("s3cret"), directory, Set.of("scripted"))
        .load(
            List.of(new FolderDocuments(directory)),
            BuiltinDocuments.choose(name -> Optional.empty()));
  }

  private List<String> problems() {
    return catchThrowableOfType(DocumentException.class, this::load).problems().stream()
        .map(DocumentProblem::toString)
        .toList();
  }

  @Test
  void resourcesAreReadWithTheirDefaultsInTheOrderOfTheirIds() throws IOException {
    write("z.yaml", "{uri: 'docs://z', blob: AAEC}");
    // A text without a template is unchanged, and references are not resolved in texts.
    write("a.yaml", "{uri: 'docs://a', title: A, description: All., text: '${WHO} {{who}}'}");
    write(
        "m.yaml",
        """
        uri_template: docs://m/{id}/{part}
        mime_type: application/json
        text: '{"id": "{{id}}"}'
        arguments: [{name: id, values: [a, b]}]
        """);

    assertThat(load().resources())
        .containsExactly(
            new ResourceSpec(
                "a",
                "docs://a",
                null,
                "A",
                "All.",
                "text/plain",
                "${WHO} {{who}}",
                null,
                List.of()),
            new ResourceSpec(
                "m",
                null,
                "docs://m/{id}/{part}",
                null,
                null,
                "application/json",
                "{\"id\": \"{{id}}\"}",
                null,
                List.of(new Argument("id", List.of("a", "b")))),
            new ResourceSpec(
                "z",
                "docs://z",
                null,
                null,
                null,
                "application/octet-stream",
                null,
                "AAEC",
                List.of()));
  }

  @Test
  void twoResourcesCannotShareAnAddress() throws IOException {
    write("a.yaml", "{uri: 'docs://a', text: x}");
    write("b.yaml", "{uri: 'docs://a', text: y}");

    assertThat(problems())
        .singleElement()
        .asString()
        .endsWith("uri is also the address of resources/a.yaml");
  }

  @Test
  void addressesAndTheirNumberAreLimited() throws IOException {
    write("a.yaml", "{uri: 'docs://" + "x".repeat(256) + "', text: x}");
    assertThat(problems())
        .singleElement()
        .asString()
        .endsWith("uri must have at most 256 characters");

    for (int i = 0; i <= 1_000; i++) {
      write("a" + (i == 0 ? "" : i) + ".yaml", "{uri: 'docs://" + i + "', text: x}");
    }
    assertThat(problems())
        .singleElement()
        .asString()
        .endsWith("is one of 1001 resources, the limit is 1000");
  }
}
