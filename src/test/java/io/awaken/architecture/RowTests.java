package io.awaken.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which tests name which rows, read from the sources so that container tests count too. */
record RowTests(Map<Integer, SortedSet<String>> byRow) {

  private static final Pattern NAMED = Pattern.compile("@Rows\\(\\{?([\\d,\\s]+)}?\\)");

  /** What an annotation stands before: a type, or a test method. */
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|interface|record)\\s+(\\w+)|\\bvoid\\s+(\\w+)\\s*\\(");

  static RowTests in(Path... folders) throws IOException {
    var byRow = new TreeMap<Integer, SortedSet<String>>();
    for (Path folder : folders) {
      try (Stream<Path> walk = Files.walk(folder)) {
        walk.filter(file -> file.toString().endsWith(".java")).forEach(file -> read(file, byRow));
      }
    }
    return new RowTests(byRow);
  }

  private static void read(Path file, Map<Integer, SortedSet<String>> byRow) {
    String source = source(file);
    String type = file.getFileName().toString().replace(".java", "");
    Matcher named = NAMED.matcher(source);
    while (named.find()) {
      String test = type + testAfter(source, named.end());
      for (String row : named.group(1).replaceAll("\\s", "").split(",")) {
        byRow.computeIfAbsent(Integer.valueOf(row), number -> new TreeSet<>()).add(test);
      }
    }
  }

  /** Nothing for a type: its file has its name. */
  private static String testAfter(String source, int from) {
    Matcher declared = DECLARED.matcher(source);
    boolean method = declared.find(from) && declared.group(2) != null;
    return method ? "." + declared.group(2) : "";
  }

  private static String source(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> of(int row) {
    return List.copyOf(byRow.getOrDefault(row, new TreeSet<>()));
  }
}
