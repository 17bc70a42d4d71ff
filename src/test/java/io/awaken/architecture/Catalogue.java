package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table of {@code docs/evidence} whose rows tests name with an annotation. */
enum Catalogue {
  FEATURES("\\d+", "Rows"),
  FAILURES("F\\d\\d", "Failures"),
  ATTACKS("S\\d\\d", "Attacks");

  private final Pattern row;
  private final String annotation;

  /**
   * @param number matches the first cell of each row
   * @param annotation with which tests name rows
   */
  Catalogue(String number, String annotation) {
    this.row = Pattern.compile("(?m)^\\| (" + number + ") \\| ([^|]+) \\|");
    this.annotation = annotation;
  }

  /** The title of each row by its number. */
  SortedMap<String, String> rows() throws IOException {
    var rows =
        new TreeMap<String, String>(
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
    Matcher found = row.matcher(Files.readString(Path.of("docs", "evidence", fileName() + ".md")));
    while (found.find()) {
      assertThat(rows.put(found.group(1), found.group(2)))
          .as("another row %s", found.group(1))
          .isNull();
    }
    return rows;
  }

  TaggedTests tests() throws IOException {
    return TaggedTests.with(annotation);
  }

  /** The document's name without its ending. */
  String fileName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
