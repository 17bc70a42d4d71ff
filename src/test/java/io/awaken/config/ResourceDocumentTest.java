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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '{text: x}'                                       | uri is required, or uri_template instead
          '{uri: "a:b", uri_template: "a:{b}", text: x}'    | uri conflicts with uri_template; remove one
          '{uri: prices, text: x}'                          | uri must be an absolute address such as docs://prices
          '{uri: "a: b", text: x}'                          | uri must be an absolute address such as docs://prices
          '{uri: "awaken://threads/1", text: x}'            | uri must not begin with awaken:, as threads and runs do
          '{uri_template: "AWAKEN:{x}", text: x}'           | uri_template must not begin with awaken:, as threads and runs do
          '{uri_template: "a:b", text: x}'                  | uri_template must have {name} once for each part that differs, of letters, digits and '_', with something between two of them
          '{uri_template: "a:{b}{c}", text: x}'             | with something between two of them
          '{uri_template: "a:{b}/{b}", text: x}'            | with something between two of them
          '{uri_template: "a:{?b}", text: x}'               | with something between two of them
          '{uri_template: "a:{b", text: x}'                 | with something between two of them
          '{uri: "a:b"}'                                    | text is required, or blob instead
          '{uri: "a:b", text: x, blob: AAAA}'               | text conflicts with blob; remove one
          '{uri: "a:b", blob: "?"}'                         | blob must be Base64
          '{uri: "a:b", text: x, mime_type: text}'          | mime_type must be a media type such as text/plain
          '{uri_template: "a:{b}", text: "{{c}}"}'          | text {{c}} is not a part of the address; known are [b]
          '{uri_template: "a:{b}", text: x, arguments: [{name: c}]}' | arguments[0].name c is not a part of the address; known are [b]
          '{uri_template: "a:{b}", text: x, arguments: [{name: b}, {name: b}]}' | arguments[1].name 'b' is already an argument
          '{uri_template: "a:{b}", text: x, arguments: [{name: b, values: [" "]}]}' | arguments[0].values[0] must have 1 to 256 characters
          '{uri: "a:b", text: x, file: y}'                  | file is unknown; known fields are arguments, blob, description, id, mime_type, text, title, uri, uri_template
          """)
  void anInvalidResourceIsRefusedWithItsPosition(String document, String problem)
      throws IOException {
    write("r.yaml", document);

    assertThat(problems())
        .singleElement()
        .asString()
        .matches("resources/r\\.yaml:1:\\d+ .*")
        .endsWith(problem);
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
