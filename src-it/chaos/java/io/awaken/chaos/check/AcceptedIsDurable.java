package io.awaken.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * I1: what was accepted is there, once, as it was said, and the same key leads to the same run;
 * what was refused is nowhere.
 */
final class AcceptedIsDurable {

  private final Evidence evidence;
  private final List<String> broken = new ArrayList<>();

  private AcceptedIsDurable(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> broken(Evidence evidence) {
    var check = new AcceptedIsDurable(evidence);
    evidence.told().asks().forEach(check::ask);
    evidence.told().asks().stream()
        .collect(Collectors.groupingBy(AcceptedIsDurable::key))
        .forEach(check::sameKey);
    return check.broken;
  }

  private void ask(Ask ask) {
    long times = times(ask);
    if (ask.accepted()) {
      sameRun(ask);
      if (times == 0 && !endedUnread(ask)) {
        broken.add("the message of " + ask.key() + " was accepted and is gone");
      }
    } else if (times > 0 && ask.answers().stream().allMatch(answer -> answer.status() >= 400)) {
      broken.add("the message of " + ask.key() + " was refused, and is there");
    }
    if (times > 1) {
      broken.add("the message of " + ask.key() + " is there " + times + " times");
    }
    for (Ask.Answer answer : ask.answers()) {
      if (answer.status() >= 500 && answer.status() != 503) {
        broken.add("%s was answered with %d".formatted(ask.key(), answer.status()));
      }
    }
  }

  /** What stands behind a bar tells asks under the same key apart. */
  private static String key(Ask ask) {
    int bar = ask.key().indexOf('|');
    return bar < 0 ? ask.key() : ask.key().substring(0, bar);
  }

  private void sameKey(String key, List<Ask> asks) {
    var runs = asks.stream().flatMap(ask -> ask.runs().stream()).distinct().toList();
    if (asks.size() > 1 && runs.size() > 1) {
      broken.add("the key " + key + " led to the runs " + runs);
    }
    boolean other = asks.stream().map(Ask::text).distinct().count() > 1;
    if (other && asks.stream().allMatch(Ask::accepted)) {
      broken.add("another message was accepted under the key " + key);
    }
  }

  private long times(Ask ask) {
    return evidence.found().messages().getOrDefault(ask.thread(), List.of()).stream()
        .filter(said -> said.role().equals("user") && said.text().equals(ask.text()))
        .count();
  }

  private void sameRun(Ask ask) {
    var runs = new ArrayList<>(ask.runs());
    String again = evidence.found().repeated().get(ask.key());
    if (again != null && !runs.contains(again)) {
      runs.add(again);
    }
    if (runs.size() > 1) {
      broken.add("the key " + ask.key() + " led to the runs " + runs);
    }
    for (String run : runs) {
      if (!evidence.found().runs().containsKey(run)) {
        broken.add("the run %s of %s is gone".formatted(run, ask.key()));
      }
    }
    if ("".equals(again)) {
      broken.add("the key " + ask.key() + " is not known any more");
    }
  }

  /** A run that ended before it began took nothing in, nor did one that was given up. */
  private boolean endedUnread(Ask ask) {
    return evidence.poisoned(ask.thread())
        || ask.runs().stream()
            .map(evidence.found().runs()::get)
            .anyMatch(run -> run != null && run.termination().equals("cancelled") && !run.began());
  }
}
