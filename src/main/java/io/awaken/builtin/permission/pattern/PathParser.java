package io.awaken.builtin.permission.pattern;

import java.util.ArrayList;
import java.util.List;

/** Parses the path to a field: {@code a.b[*].c[0]["odd name"]}. */
final class PathParser {

  static final int MAX_STEPS = 16;
  private static final int MAX_INDEX_DIGITS = 6;

  private PathParser() {}

  /** Parses the next path; returns null and consumes nothing when there is none. */
  static FieldPath read(Characters in) {
    if (!begins(in.peek())) {
      return null;
    }
    var steps = new ArrayList<FieldPath.Step>();
    steps.add(member(in));
    while (true) {
      int mark = in.mark();
      FieldPath.Step step = step(in);
      if (step == null) {
        in.back(mark);
        return new FieldPath(steps);
      }
      add(steps, step, in);
    }
  }

  private static void add(List<FieldPath.Step> steps, FieldPath.Step step, Characters in) {
    if (steps.size() == MAX_STEPS) {
      throw in.expected("a path of at most " + MAX_STEPS + " steps");
    }
    steps.add(step);
  }

  /** Parses a step; null when there is none, so that the text is no path. */
  private static FieldPath.Step step(Characters in) {
    if (in.take(".")) {
      return begins(in.peek()) ? member(in) : null;
    }
    if (!in.take("[")) {
      return null;
    }
    FieldPath.Step step = in.take("*") ? new FieldPath.All() : bracketed(in);
    return step != null && in.take("]") ? step : null;
  }

  private static FieldPath.Step bracketed(Characters in) {
    if (QuotedText.begins(in)) {
      return new FieldPath.Member(QuotedText.read(in).text());
    }
    int mark = in.mark();
    while (in.peek() >= '0' && in.peek() <= '9') {
      in.next();
    }
    String digits = in.from(mark);
    return digits.isEmpty() || digits.length() > MAX_INDEX_DIGITS
        ? null
        : new FieldPath.Element(Integer.parseInt(digits));
  }

  private static FieldPath.Member member(Characters in) {
    int mark = in.mark();
    while (goesOn(in.peek())) {
      in.next();
    }
    return new FieldPath.Member(in.from(mark));
  }

  private static boolean begins(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$';
  }

  private static boolean goesOn(char c) {
    return begins(c) || c >= '0' && c <= '9' || c == '-';
  }
}
