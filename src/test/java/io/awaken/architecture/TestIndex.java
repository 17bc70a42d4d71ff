package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page of {@code docs} that says which tests hold the rows of another.
 *
 * @param rows what the first cell of each says, and its second
 */
record TestIndex(Map<String, String> rows, TaggedTests tests) {

  /**
   * @param document of {@code docs} with the rows
   * @param number matches the first cell of each row
   * @param annotation with which tests name rows
   */
  static TestIndex of(String document, String number, String annotation) throws IOException {
    var rows =
        new TreeMap<String, String>(
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
    Matcher row =
        Pattern.compile("(?m)^\\| (" + number + ") \\| ([^|]+) \\|").matcher(read(document));
    while (row.find()) {
      assertThat(rows.put(row.group(1), row.group(2))).isNull();
    }
    return new TestIndex(rows, TaggedTests.with(annotation));
  }

  private static String read(String document) throws IOException {
    return Files.readString(Path.of("docs", document));
  }

  /** Checks the page, or writes it anew with {@code -Dawaken.docs.update=true}. */
  void assertWrittenTo(String page, String head) throws IOException {
    String index =
        rows.entrySet().stream()
            .map(
                row ->
                    "| %s | %s | %s |\n"
                        .formatted(row.getKey(), row.getValue(), cell(row.getKey())))
            .collect(Collectors.joining("", head, ""));
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.writeString(Path.of("docs", page), index);
    }
    assertThat(read(page)).isEqualTo(index);
  }

  private String cell(String row) {
    List<String> names = tests.of(row);
    return names.isEmpty()
        ? "-"
        : names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  List<String> withoutTests() {
    return rows.keySet().stream().filter(row -> tests.of(row).isEmpty()).toList();
  }

  /** What tests name and the document does not have. */
  SortedSet<String> unknown() {
    var unknown = new TreeSet<>(tests.byRow().keySet());
    unknown.removeAll(rows.keySet());
    return unknown;
  }
}
