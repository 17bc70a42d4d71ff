package io.awaken.protocol.mcp.call;

import io.awaken.core.tool.ClientAbility;
import java.util.EnumSet;
import java.util.Set;

/**
 * The requests that a client can answer, as declared by its capabilities.
 *
 * @param forms whether it can show forms to its user
 * @param sampling whether it can call its model
 * @param roots whether it can list its user's folders
 */
public record ClientAbilities(boolean forms, boolean sampling, boolean roots) {

  /** A client without such capabilities. */
  public static final ClientAbilities NONE = new ClientAbilities(false, false, false);

  /** A client that only shows forms. */
  public static final ClientAbilities FORMS = new ClientAbilities(true, false, false);

  static final String SAMPLING = "sampling/createMessage";
  static final String ROOTS = "roots/list";

  /** Whether the client can answer requests of this method. */
  boolean can(String method) {
    return switch (method) {
      case Forms.METHOD -> forms;
      case SAMPLING -> sampling;
      case ROOTS -> roots;
      default -> false;
    };
  }

  /** Whether it can answer any request. */
  boolean any() {
    return forms || sampling || roots;
  }

  /** The required capabilities that it lacks. */
  public Set<ClientAbility> missing(Set<ClientAbility> required) {
    var missing = EnumSet.noneOf(ClientAbility.class);
    for (ClientAbility ability : required) {
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
