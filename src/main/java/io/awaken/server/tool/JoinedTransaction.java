package io.awaken.server.tool;

import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * Rejects transactional tool methods at start that would not write in the transaction of their
 * call.
 */
final class JoinedTransaction {

  private static final Set<TxType> JOINING =
      Set.of(TxType.REQUIRED, TxType.MANDATORY, TxType.SUPPORTS);

  private JoinedTransaction() {}

  /**
   * @throws ToolDefinitionException naming the method and what to change
   */
  static void check(ToolMethod tool, Class<?> bean, boolean session) {
    if (!tool.annotation().transactional()) {
      return;
    }
    if (session) {
      throw ToolMethod.refused(
          tool.method(),
          "is transactional and on a session bean; put it on a CDI bean with @Transactional");
    }
    TxType type = type(tool.method(), bean);
    if (type == null) {
      throw ToolMethod.refused(
          tool.method(), "is transactional without @Transactional on method or class");
    }
    if (!JOINING.contains(type)) {
      throw ToolMethod.refused(
          tool.method(),
          "is transactional with @Transactional("
              + type
              + "), which leaves the transaction of the call; it takes REQUIRED, MANDATORY or"
              + " SUPPORTS");
    }
  }

  private static TxType type(Method method, Class<?> bean) {
    Transactional found = method.getAnnotation(Transactional.class);
    if (found == null) {
      found = bean.getAnnotation(Transactional.class);
    }
    return found == null ? null : found.value();
  }
}
