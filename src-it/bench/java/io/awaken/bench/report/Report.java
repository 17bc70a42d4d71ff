package io.awaken.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Prints the figures and their environment, as progress lines and as a Markdown table. */
public final class Report {

  private record Row(String server, String figure, String value, String target, String notes) {
    List<String> cells() {
      return List.of(server, figure, value, target, notes);
    }
  }

  private static final Row HEADER = new Row("Server", "Figure", "Value", "Target", "Notes");

  private final PrintStream console;
  private final Map<String, String> environment;
  private final List<Row> rows;
  private final String server;

  public Report(PrintStream console) {
    this(console, new LinkedHashMap<>(), new ArrayList<>(), "");
  }

  private Report(
      PrintStream console, Map<String, String> environment, List<Row> rows, String server) {
    this.console = console;
    this.environment = environment;
    this.rows = rows;
    this.server = server;
  }

  /** Returns a view of this report that adds the server's name to each row. */
  public Report of(String server) {
    return new Report(console, environment, rows, server);
  }

  /** Prints a line immediately. */
  public void progress(String line) {
    console.println("  " + (server.isEmpty() ? "" : server + ": ") + line);
  }

  public void environment(String name, String value) {
    environment.put(name, value);
    progress(name + ": " + value);
  }

  /**
   * @param target the intended value; empty for none
   */
  public void row(String figure, String value, String target, String notes) {
    rows.add(new Row(server, figure, value, target, notes));
    progress(figure + ": " + value + (notes.isEmpty() ? "" : " (" + notes + ")"));
  }

  /** Prints the table and writes it as Markdown. */
  public void finish(Path file) throws IOException {
    var text = new StringBuilder();
    environment.forEach((name, value) -> text.append("- %s: %s%n".formatted(name, value)));
    text.append(System.lineSeparator());
    append(text, HEADER);
    text.append("|---|---|---|---|---|").append(System.lineSeparator());
    rows.forEach(row -> append(text, row));
    console.println();
    console.print(text);
    Files.writeString(file, text);
    console.println();
    console.println("Written to " + file);
  }

  /** Aligns all columns but the last, whose notes are too long. */
  private void append(StringBuilder text, Row row) {
    List<String> cells = row.cells();
    for (int i = 0; i < cells.size(); i++) {
      int width = i < cells.size() - 1 ? width(i) : 0;
      text.append("| ").append(cells.get(i));
      text.append(" ".repeat(Math.max(1, width - cells.get(i).length() + 1)));
    }
    text.append("|").append(System.lineSeparator());
  }

  private int width(int column) {
    return Stream.concat(Stream.of(HEADER), rows.stream())
        .mapToInt(row -> row.cells().get(column).length())
        .max()
        .orElse(0);
  }
}
