package io.awaken.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures and what they were measured on, as text. */
public final class Report {

  private record Row(String figure, String value, String target, String notes) {}

  private final PrintStream console;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<Row> rows = new ArrayList<>();

  public Report(PrintStream console) {
    this.console = console;
  }

  /** Says at once what is going on. */
  public void progress(String line) {
    console.println("  " + line);
  }

  public void environment(String name, String value) {
    environment.put(name, value);
    progress(name + ": " + value);
  }

  /**
   * @param target what it should be; empty when there is none
   */
  public void row(String figure, String value, String target, String notes) {
    rows.add(new Row(figure, value, target, notes));
    progress(figure + ": " + value + (notes.isEmpty() ? "" : " (" + notes + ")"));
  }

  /** Prints the table and writes it as Markdown. */
  public void finish(Path file) throws IOException {
    int[] widths = {6, 5, 6};
    for (Row row : rows) {
      widths[0] = Math.max(widths[0], row.figure.length());
      widths[1] = Math.max(widths[1], row.value.length());
      widths[2] = Math.max(widths[2], row.target.length());
    }
    String format = "| %-" + widths[0] + "s | %-" + widths[1] + "s | %-" + widths[2] + "s | %s |%n";
    var text = new StringBuilder();
    environment.forEach((name, value) -> text.append("- %s: %s%n".formatted(name, value)));
    text.append(System.lineSeparator());
    text.append(format.formatted("Figure", "Value", "Target", "Notes"));
    text.append("|---|---|---|---|").append(System.lineSeparator());
    for (Row row : rows) {
      text.append(format.formatted(row.figure, row.value, row.target, row.notes));
    }
    console.println();
    console.print(text);
    Files.writeString(file, text);
    console.println();
    console.println("Written to " + file);
  }
}
