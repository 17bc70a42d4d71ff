package io.awaken.chaos.check;

import java.util.List;

/** I6: what is bounded is within its bounds, and nothing of a round stays behind. */
final class Bounded {

  private Bounded() {}

  static List<String> broken(Evidence evidence) {
    return evidence.found().figures().stream()
        .filter(figure -> !(figure.value() <= figure.limit()))
        .map(
            figure -> "%s is %s, above %s".formatted(figure.name(), figure.value(), figure.limit()))
        .toList();
  }
}
