package io.awaken.core.run;

import io.awaken.core.spec.AgentSpec;
import java.util.EnumSet;
import java.util.Set;

/**
 * A share of a thread: what a subject, or every caller with a role, may do besides its owner.
 *
 * @param subject the subject; null for a role
 * @param role the role; null for a subject
 * @param may the actions, at least one; {@code WRITE} includes {@code READ}
 */
public record Share(String subject, String role, Set<ThreadAction> may) {

  /** Maximum number of characters of a name, as of callers. */
  public static final int MAX_NAME = 256;

  private static final String NO_ACTION =
      "may must be a list with one or more of read, write, decide";

  /**
   * @throws IllegalArgumentException for both or neither of subject and role, an unusable name, or
   *     no action
   */
  public Share {
    if ((subject == null) == (role == null)) {
      throw new IllegalArgumentException("must have either subject or role");
    }
    String name = subject == null ? role : subject;
    if (!usable(name)) {
      throw new IllegalArgumentException(
          "%s must have 1 to %d characters and no control characters"
              .formatted(subject == null ? "role" : "subject", MAX_NAME));
    }
    if (may.isEmpty()) {
      throw new IllegalArgumentException(NO_ACTION);
    }
    EnumSet<ThreadAction> all = EnumSet.copyOf(may);
    if (all.contains(ThreadAction.WRITE)) {
      all.add(ThreadAction.READ);
    }
    may = Set.copyOf(all);
  }

  /**
   * A share as written in a document or request.
   *
   * @throws IllegalArgumentException as the constructor, and for an unknown action
   */
  public static Share of(AgentSpec.Shared written) {
    var may = EnumSet.noneOf(ThreadAction.class);
    written.may().forEach(action -> may.add(action(action)));
    return new Share(written.subject(), written.role(), may);
  }

  private static ThreadAction action(String name) {
    for (ThreadAction action : ThreadAction.values()) {
      if (action.wire().equals(name)) {
        return action;
      }
    }
    throw new IllegalArgumentException(NO_ACTION);
  }

  static boolean usable(String name) {
    return !name.isBlank()
        && name.length() <= MAX_NAME
        && name.chars().noneMatch(Character::isISOControl);
  }
}
