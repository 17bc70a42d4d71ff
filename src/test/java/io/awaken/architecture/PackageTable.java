package io.awaken.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The package table of {@code docs/architecture.md}: who may use whom. A row in capitals names a
 * set of packages, which later rows may use by that name.
 */
record PackageTable(Map<String, List<String>> rows) {

  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z0-9.*]+|[A-Z]+)` \\|.*\\|([^|]*)\\|");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9.*]+|[A-Z]+)`");
  private static final String EVERYTHING = "everything";

  static PackageTable read(Path document) throws IOException {
    var rows = new LinkedHashMap<String, List<String>>();
    var sets = new HashMap<String, List<String>>();
    for (String line : Files.readAllLines(document)) {
      var row = ROW.matcher(line);
      if (row.matches()) {
        String name = row.group(1);
        (isSet(name) ? sets : rows).put(name, uses(row.group(2).strip(), sets));
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

  private static boolean isSet(String name) {
    return Character.isUpperCase(name.charAt(0));
  }

  private static List<String> uses(String cell, Map<String, List<String>> sets) {
    return cell.equals(EVERYTHING)
        ? List.of(EVERYTHING)
        : NAME.matcher(cell)
            .results()
            .map((MatchResult name) -> name.group(1))
            .flatMap(name -> sets.getOrDefault(name, List.of(name)).stream())
            .toList();
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
