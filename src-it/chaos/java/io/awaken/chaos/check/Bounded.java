package io.awaken.chaos.check;

import java.util.List;

/** I6: resources stay within their limits, and a finished round leaves none in use. */
final class Bounded {

  private Bounded() {}

  static List<String> violations(Evidence evidence) {
    return evidence.finalState().figures().stream()
        .filter(figure -> !(figure.value() <= figure.limit()))
        .map(
            figure -> "%s is %s, above %s".formatted(figure.name(), figure.value(), figure.limit()))
        .toList();
  }
}
