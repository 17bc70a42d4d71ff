package io.awaken.server.tool;

import io.awaken.core.run.Caller;
import io.awaken.core.tool.ToolException;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Who may call a tool, by the annotations of its method or else of its class. Checked against the
 * caller stored with the run: the container itself checks only the principal of a request, which a
 * run's thread lacks.
 *
 * @param open whether every caller may
 * @param allowed a caller needs one of these roles, unless open
 */
record ToolRoles(boolean open, Set<String> allowed) {

  private static final String ANY_AUTHENTICATED = "**";

  static ToolRoles of(Method method) {
    return saysSomething(method) ? read(method) : read(method.getDeclaringClass());
  }

  /** Whether method or class restricts who may call. */
  static boolean restricted(Method method) {
    return !of(method).open();
  }

  /** Whether this caller may. */
  boolean permits(Caller caller) {
    return open || allowed.stream().anyMatch(role -> has(caller, role));
  }

  /** The named roles, without wildcards. */
  Set<String> named() {
    var named = new HashSet<>(allowed);
    named.remove(ANY_AUTHENTICATED);
    return named;
  }

  void check(String tool, Caller caller) throws ToolException {
    if (!permits(caller)) {
      throw new ToolException(ToolException.Kind.DENIED, denial(tool));
    }
  }

  /** The message for the model. */
  static String denial(String tool) {
    return "the caller does not have a role that may use " + tool;
  }

  private static boolean has(Caller caller, String role) {
    return role.equals(ANY_AUTHENTICATED) ? !caller.anonymous() : caller.roles().contains(role);
  }

  private static boolean saysSomething(AnnotatedElement element) {
    return element.isAnnotationPresent(DenyAll.class)
        || element.isAnnotationPresent(RolesAllowed.class)
        || element.isAnnotationPresent(PermitAll.class);
  }

  private static ToolRoles read(AnnotatedElement element) {
    if (element.isAnnotationPresent(DenyAll.class)) {
      return new ToolRoles(false, Set.of());
    }
    RolesAllowed roles = element.getAnnotation(RolesAllowed.class);
    return roles == null
        ? new ToolRoles(true, Set.of())
        : new ToolRoles(false, Set.copyOf(Arrays.asList(roles.value())));
  }
}
