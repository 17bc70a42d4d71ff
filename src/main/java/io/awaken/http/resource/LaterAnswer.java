package io.awaken.http.resource;

import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.TimeoutHandler;
import java.util.Collection;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What streams need of the response of a request outside of JAX-RS; nothing else is there. */
abstract class LaterAnswer implements AsyncResponse {

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("only resume(Object) is there");
  }

  @Override
  public boolean resume(Throwable failure) {
    throw unused();
  }

  @Override
  public boolean cancel() {
    throw unused();
  }

  @Override
  public boolean cancel(int retryAfter) {
    throw unused();
  }

  @Override
  public boolean cancel(Date retryAfter) {
    throw unused();
  }

  @Override
  public boolean isSuspended() {
    throw unused();
  }

  @Override
  public boolean isCancelled() {
    throw unused();
  }

  @Override
  public boolean isDone() {
    throw unused();
  }

  @Override
  public boolean setTimeout(long time, TimeUnit unit) {
    throw unused();
  }

  @Override
  public void setTimeoutHandler(TimeoutHandler handler) {
    throw unused();
  }

  @Override
  public Collection<Class<?>> register(Class<?> callback) {
    throw unused();
  }

  @Override
  public Map<Class<?>, Collection<Class<?>>> register(Class<?> callback, Class<?>... callbacks) {
    throw unused();
  }

  @Override
  public Collection<Class<?>> register(Object callback) {
    throw unused();
  }

  @Override
  public Map<Class<?>, Collection<Class<?>>> register(Object callback, Object... callbacks) {
    throw unused();
  }
}
