package io.awaken.launch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first error in the server's log with its cause: the server's own summary, such as "Exception
 * during lifecycle processing", does not help the user. Written by one thread, read by any.
 */
final class FirstError {
  static final int LONGEST = 500;

  /** The first line of a record; others continue it. */
  static final Pattern RECORD = Pattern.compile("^\\d{4}-\\S+ [A-Z]+ +\\S+ .*");

  private static final Pattern ERROR = Pattern.compile("^\\S+ (?:SEVERE|ERROR) +\\S+ (.*)");
  private static final Pattern WELD = Pattern.compile("WELD-\\d+.*");
  private static final String CAUSE = "Caused by: ";

  private boolean inTrace;
  private Detail detail = Detail.NOTHING;
  private volatile String message;
  private volatile String cause;

  /** Reads the next line of the log. */
  void read(String line) {
    if (RECORD.matcher(line).matches()) {
      inTrace = false;
      Matcher error = ERROR.matcher(line);
      if (message == null && error.matches()) {
        message = error.group(1);
        inTrace = true;
      }
    } else if (inTrace) {
      readTrace(line);
    }
  }

  private void readTrace(String line) {
    Matcher weld = WELD.matcher(line);
    if (weld.find()) {
      take(Detail.CONTAINER, weld.group());
    } else if (line.startsWith(CAUSE)) {
      take(Detail.CAUSE, line.substring(CAUSE.length()));
    } else {
      take(Detail.EXCEPTION, line.strip());
    }
  }

  private void take(Detail kind, String text) {
    if (kind.compareTo(detail) > 0) {
      detail = kind;
      cause = text;
    }
  }

  /** The error in one line of at most {@value #LONGEST} characters; empty when there was none. */
  Optional<String> text() {
    return Optional.ofNullable(message)
        .map(words -> cause == null ? words : words + ": " + cause)
        .map(text -> text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...");
  }

  /** How informative a line of a trace is; of equals the first wins. */
  private enum Detail {
    NOTHING,
    EXCEPTION,
    CAUSE,
    CONTAINER
  }
}
