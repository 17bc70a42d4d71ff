package io.awaken.core.run;

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
      throw new IllegalArgumentException("may must name at least one of read, write, decide");
    }
    EnumSet<ThreadAction> all = EnumSet.copyOf(may);
    if (all.contains(ThreadAction.WRITE)) {
      all.add(ThreadAction.READ);
    }
    may = Set.copyOf(all);
  }

  static boolean usable(String name) {
    return !name.isBlank()
        && name.length() <= MAX_NAME
        && name.chars().noneMatch(Character::isISOControl);
  }
}
