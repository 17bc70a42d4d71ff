package io.awaken.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadAccessTest {

  private static final Sharing SHARED =
      Sharing.with(
          List.of(
              new Share("ben", null, Set.of(ThreadAction.READ)),
              new Share("eve", null, Set.of(ThreadAction.DECIDE)),
              new Share(null, "desk", Set.of(ThreadAction.WRITE)),
              new Share(null, "lead", Set.of(ThreadAction.WRITE, ThreadAction.DECIDE))));

  private static final Set<ThreadAction> READ = Set.of(ThreadAction.READ);

  /** Callers are subject, roles, and {@code !} for an operator; all of tenant acme. */
  @ParameterizedTest(name = "{1} of a thread of {0} shared with {2} may {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ann       | ann            | nobody | decide read write
          ann       | bob            | nobody | -
          ann       | bob clerk desk | nobody | -
          ann       | bob boss !     | nobody | decide read write
          ann       | anonymous      | nobody | -
          ann       | bob            | tenant | decide read write
          ann       | anonymous      | tenant | -
          ann       | ann            | some   | decide read write
          ann       | ben            | some   | read
          ann       | eve            | some   | decide
          ann       | bob desk       | some   | read write
          ann       | bob lead       | some   | decide read write
          ann       | ben lead       | some   | decide read write
          ann       | bob            | some   | -
          ann       | desk           | some   | -
          ann       | bob ben        | some   | -
          ann       | be             | some   | -
          ann       | bob clerk      | some   | -
          ann       | anonymous desk | some   | -
          anonymous | anonymous      | nobody | decide read write
          anonymous | bob            | nobody | decide read write
          """)
  void aThreadBelongsToItsOwnerAndToThoseItIsSharedWith(
      String owner, String caller, String sharing, String may) {
    var thread = new ThreadAccess("acme", owner, sharing(sharing));
    Caller acme = caller("acme", caller);

    assertThat(allowed(thread, acme)).isEqualTo(may);
    assertThat(allowed(thread, caller("evil", caller))).isEqualTo("-");
  }

  @Test
  void aSharingIsReadAgainFromItsText() {
    var stored = new ThreadAccess("acme", "ann", new Sharing(SHARED.text()));

    assertThat(stored.allows(new Caller("acme", "ben", Set.of()), ThreadAction.READ)).isTrue();
    assertThat(new Sharing(null)).isEqualTo(Sharing.OWNER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zoe\nrs:eve", "\nrs:ben\n", "ben\nrs:ben"})
  void aNameWithLineBreaksNeverMatchesAShare(String name) {
    var thread = new ThreadAccess("acme", "ann", SHARED);

    assertThat(allowed(thread, new Caller("acme", name, Set.of()))).isEqualTo("-");
    assertThat(allowed(thread, new Caller("acme", "zoe", Set.of(name)))).isEqualTo("-");
  }

  @Test
  void aShareNamesEitherASubjectOrARole() {
    assertThatThrownBy(() -> new Share("ben", "desk", READ))
        .hasMessage("must have either subject or role");
    assertThatThrownBy(() -> new Share(null, null, READ))
        .hasMessage("must have either subject or role");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u0000"})
  void aShareNeedsAUsableName(String name) {
    assertThatThrownBy(() -> new Share(name, null, READ))
        .hasMessage("subject must have 1 to 256 characters and no control characters");
    assertThatThrownBy(() -> new Share(null, name, READ))
        .hasMessage("role must have 1 to 256 characters and no control characters");
  }

  @Test
  void aShareNamesAnAction() {
    assertThatThrownBy(() -> new Share("ben", null, Set.of()))
        .hasMessage("may must be a list with one or more of read, write, decide");
  }

  @Test
  void aThreadHasABoundedNumberOfShares() {
    var share = new Share("ben", null, READ);

    assertThat(Sharing.with(Collections.nCopies(20, share)).text()).isEqualTo("\nrs:ben\n");
    assertThatThrownBy(() -> Sharing.with(Collections.nCopies(21, share)))
        .hasMessage("must have at most 20 shares");
  }

  private static Sharing sharing(String name) {
    return switch (name) {
      case "nobody" -> Sharing.OWNER;
      case "tenant" -> Sharing.TENANT;
      default -> SHARED;
    };
  }

  private static Caller caller(String tenant, String text) {
    List<String> parts = List.of(text.split(" "));
    Set<String> roles =
        parts.stream().skip(1).filter(part -> !part.equals("!")).collect(Collectors.toSet());
    var caller = new Caller(tenant, parts.getFirst(), roles);
    return parts.contains("!") ? caller.asOperator() : caller;
  }

  private static String allowed(ThreadAccess thread, Caller caller) {
    var may = new TreeSet<String>();
    Arrays.stream(ThreadAction.values())
        .filter(action -> thread.allows(caller, action))
        .forEach(action -> may.add(action.wire()));
    return may.isEmpty() ? "-" : String.join(" ", may);
  }
}
