package io.awaken.store.database.batch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;

/**
 * A connection that passes calls to another one, and does something of its own before or after.
 * Equal only to itself. Like any connection it is used by one thread at a time.
 */
public abstract class ForwardingConnection implements InvocationHandler {

  /** The connection that calls are passed to now. */
  protected abstract Connection target();

  /** Answers a call; {@link #pass} is what it does without anything of its own. */
  protected abstract Object call(Method method, Object[] arguments) throws Throwable;

  /** This, as clients use it. */
  public final Connection toConnection() {
    return (Connection)
        Proxy.newProxyInstance(
            ForwardingConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
  }

  @Override
  public final Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> call(method, arguments);
    };
  }

  /** Calls the same method of the target; throws what that throws. */
  protected final Object pass(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target(), arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
