package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every link from a document into this repository leads to a file, and to a heading that it has.
 */
class DocumentLinksTest {

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

  static Stream<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
      List<Path> guides = docs.filter(file -> file.toString().endsWith(".md")).sorted().toList();
      return Stream.concat(
          Stream.of(Path.of("README.md"), Path.of("CONTRIBUTING.md")), guides.stream());
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLinkLeadsSomewhere(Path document) {
    String text = CODE.matcher(read(document)).replaceAll("");

    assertThat(LINK.matcher(text).results().filter(link -> isBroken(document, link)))
        .extracting(MatchResult::group)
        .as("broken links of %s", document)
        .isEmpty();
  }

  private static boolean isBroken(Path document, MatchResult link) {
    Path target =
        link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1)).normalize();
    return !Files.exists(target)
        || link.group(2) != null && !headings(target).contains(link.group(2));
  }

  /** As GitHub and others name them. */
  private static List<String> headings(Path document) {
    return HEADING
        .matcher(FENCED.matcher(read(document)).replaceAll(""))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{Alnum}_ -]", "").strip().replace(' ', '-'))
        .toList();
  }

  private static String read(Path document) {
    try {
      return Files.readString(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
