package io.awaken.protocol.mcp.call;

import io.awaken.core.tool.ClientAbility;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a client says that it can be asked for.
 *
 * @param forms whether it can ask somebody with a form
 * @param sampling whether it can ask its model
 * @param roots whether it can say which folders its user works in
 */
public record ClientAbilities(boolean forms, boolean sampling, boolean roots) {

  /** A client that can be asked for nothing. */
  public static final ClientAbilities NONE = new ClientAbilities(false, false, false);

  /** A client that shows forms, and no more. */
  public static final ClientAbilities FORMS = new ClientAbilities(true, false, false);

  static final String SAMPLING = "sampling/createMessage";
  static final String ROOTS = "roots/list";

  /** Whether a request of this method may be sent to it. */
  boolean can(String method) {
    return switch (method) {
      case Forms.METHOD -> forms;
      case SAMPLING -> sampling;
      case ROOTS -> roots;
      default -> false;
    };
  }

  /** Whether it can be asked for anything. */
  boolean any() {
    return forms || sampling || roots;
  }

  /** Those of some abilities that it does not have. */
  public Set<ClientAbility> missing(Set<ClientAbility> wanted) {
    var missing = EnumSet.noneOf(ClientAbility.class);
    for (ClientAbility ability : wanted) {
      boolean has =
          switch (ability) {
            case ELICITATION -> forms;
            case SAMPLING -> sampling;
            case ROOTS -> roots;
          };
      if (!has) {
        missing.add(ability);
      }
    }
    return missing;
  }
}
