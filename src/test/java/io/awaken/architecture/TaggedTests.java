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
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which tests name which rows, read from the sources so that container tests count too. */
record TaggedTests(Map<String, SortedSet<String>> byRow) {

  /** What an annotation stands before: a type, or a test method. */
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|interface|record)\\s+(\\w+)|\\bvoid\\s+(\\w+)\\s*\\(");

  /** The name of a method that is declared, behind its type; calls have none. */
  private static final Pattern UNDERSCORED =
      Pattern.compile(
          "(?m)^\\s+(?!return\\b|new\\b|throw\\b)[\\w<>\\[\\],"
              + " .?]*\\w[>\\]]*\\s+([a-z]\\w*_\\w*)\\(");

  /**
   * @param annotation whose values are rows, be they numbers or quoted
   */
  static TaggedTests with(String annotation) throws IOException {
    var tags = Pattern.compile("@" + annotation + "\\(\\{?([\\w:\",\\s]+)}?\\)");
    var byRow = new TreeMap<String, SortedSet<String>>();
    forEachSource(file -> read(file, tags, byRow));
    return new TaggedTests(byRow);
  }

  /** Methods of tests and of what they use that are not named in camelCase, with their files. */
  static SortedSet<String> methodsWithUnderscores() throws IOException {
    var found = new TreeSet<String>();
    forEachSource(
        file -> {
          Matcher method = UNDERSCORED.matcher(source(file));
          while (method.find()) {
            found.add(file.getFileName() + " " + method.group(1));
          }
        });
    return found;
  }

  private static void forEachSource(Consumer<Path> read) throws IOException {
    for (Path folder : List.of(Path.of("src", "test"), Path.of("src-it"))) {
      try (Stream<Path> walk = Files.walk(folder)) {
        walk.filter(file -> file.toString().endsWith(".java")).forEach(read);
      }
    }
  }

  private static void read(Path file, Pattern tags, Map<String, SortedSet<String>> byRow) {
    String source = source(file);
    String type = file.getFileName().toString().replace(".java", "");
    Matcher tag = tags.matcher(source);
    while (tag.find()) {
      String test = type + testAfter(source, tag.end());
      for (String row : tag.group(1).replaceAll("[\\s\"]", "").split(",")) {
        byRow.computeIfAbsent(row, number -> new TreeSet<>()).add(test);
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

  List<String> of(String row) {
    return List.copyOf(byRow.getOrDefault(row, new TreeSet<>()));
  }
}
