package io.awaken.store.database.batch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;

/**
 * A connection that forwards calls to another one, with additional actions. Equal only to itself.
 * Like any connection it is used by one thread at a time.
 */
public abstract class ForwardingConnection implements InvocationHandler {

  /** Returns the current target. */
  protected abstract Connection target();

  /** Handles a call; by default {@link #pass}. */
  protected abstract Object call(Method method, Object[] arguments) throws Throwable;

  /** Returns the proxy for clients. */
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

  /** Calls the same method of the target and rethrows its exceptions. */
  protected final Object pass(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target(), arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
