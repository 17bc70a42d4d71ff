package io.awaken.server.launch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first error in the server's log with its cause: the server's own words, such as "Exception
 * during lifecycle processing", do not help the user. Written by one thread, read by any.
 */
final class FirstError {
  static final int LONGEST = 500;

  private static final Pattern RECORD = Pattern.compile("^\\d{4}-\\S+ [A-Z]+ +\\S+ .*");
  private static final Pattern ERROR = Pattern.compile("^\\S+ (?:SEVERE|ERROR) +\\S+ (.*)");
  private static final Pattern WELD = Pattern.compile("WELD-\\d+.*");
  private static final String CAUSE = "Caused by: ";

  private boolean inTrace;
  private Telling telling = Telling.NOTHING;
  private volatile String message;
  private volatile String cause;

  /** Takes the next line of the log. */
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
      take(Telling.CONTAINER, weld.group());
    } else if (line.startsWith(CAUSE)) {
      take(Telling.CAUSE, line.substring(CAUSE.length()));
    } else {
      take(Telling.EXCEPTION, line.strip());
    }
  }

  private void take(Telling kind, String text) {
    if (kind.compareTo(telling) > 0) {
      telling = kind;
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
  private enum Telling {
    NOTHING,
    EXCEPTION,
    CAUSE,
    CONTAINER
  }
}
