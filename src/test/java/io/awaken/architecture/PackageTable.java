package io.awaken.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The package table of {@code docs/architecture.md}: who may use whom. */
record PackageTable(Map<String, List<String>> rows) {

  private static final Pattern ROW = Pattern.compile("\\| `([a-z.*]+)` \\|.*\\|([^|]*)\\|");
  private static final Pattern NAME = Pattern.compile("`([a-z.*]+)`");
  private static final String EVERYTHING = "everything";

  static PackageTable read(Path document) throws IOException {
    var rows = new LinkedHashMap<String, List<String>>();
    for (String line : Files.readAllLines(document)) {
      var row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(row.group(1), uses(row.group(2).strip()));
      }
    }
    return new PackageTable(rows);
  }

  boolean knows(String name) {
    return row(name).isPresent();
  }

  boolean allows(String from, String to) {
    return row(from).stream()
        .flatMap(row -> rows.get(row).stream())
        .anyMatch(use -> use.equals(EVERYTHING) || covers(use, to));
  }

  private static List<String> uses(String cell) {
    return cell.equals(EVERYTHING)
        ? List.of(EVERYTHING)
        : NAME.matcher(cell).results().map((MatchResult name) -> name.group(1)).toList();
  }

  private Optional<String> row(String name) {
    return rows.containsKey(name)
        ? Optional.of(name)
        : rows.keySet().stream().filter(row -> covers(row, name)).findFirst();
  }

  private static boolean covers(String pattern, String name) {
    return pattern.endsWith(".*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : pattern.equals(name);
  }
}
