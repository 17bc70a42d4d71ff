package io.awaken.server;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.http.front.RequestPath;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Makes Payara answer 400 to requests that it cannot read: a path such as {@code /%zz}, an empty
 * {@code Host}. It fails on them before any filter, and answers 200 without a body, whatever the
 * method was. No setting changes that, so a probe of its HTTP layer sets the status beforehand. By
 * reflection, since other servers do not have these classes; does nothing there.
 */
final class MalformedRequests implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(MalformedRequests.class.getName());

  private static final String HTTP_LAYER = "org.glassfish.grizzly.http.server.";

  private final ClassLoader server;
  private final List<Object> watched = new ArrayList<>();
  private Object probes;

  private MalformedRequests(ClassLoader server) {
    this.server = server;
  }

  /** Watches the listeners that the server has now. */
  static MalformedRequests watch(ServletContext application) {
    var watch = new MalformedRequests(application.getClass().getClassLoader());
    try {
      watch.add(watch.type("org.glassfish.internal.api.Globals"));
    } catch (ClassNotFoundException e) {
      LOG.log(DEBUG, "this is not Payara; the server itself refuses malformed requests");
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(WARNING, "this Payara answers 200 to requests that it cannot read: {0}", e);
    }
    return watch;
  }

  private void add(Class<?> services) throws ReflectiveOperationException {
    Class<?> listeners = type("com.sun.enterprise.v3.services.impl.GrizzlyService");
    Object locator = services.getMethod("getDefaultHabitat").invoke(null);
    Object service =
        type("org.glassfish.hk2.api.ServiceLocator")
            .getMethod("getService", Class.class, Annotation[].class)
            .invoke(locator, listeners, new Annotation[0]);
    Field proxies = listeners.getDeclaredField("proxies");
    proxies.setAccessible(true);
    probes = probe();
    for (Object proxy : List.copyOf((Collection<?>) proxies.get(service))) {
      Object listener = proxy.getClass().getMethod("getUnderlyingListener").invoke(proxy);
      Object filters =
          listener
              .getClass()
              .getMethod("getFilters", Class.class)
              .invoke(listener, type(HTTP_LAYER + "HttpServerFilter"));
      for (Object filter : (List<?>) filters) {
        Object monitoring = filter.getClass().getMethod("getMonitoringConfig").invoke(filter);
        call(monitoring, "addProbes");
        watched.add(monitoring);
      }
    }
  }

  /** An array with the one probe, as the server takes it. */
  private Object probe() throws ReflectiveOperationException {
    Class<?> type = type(HTTP_LAYER + "HttpServerProbe");
    var requestUri = type(HTTP_LAYER + "Request").getMethod("getRequestURI");
    var header = type(HTTP_LAYER + "Request").getMethod("getHeader", String.class);
    var response = type(HTTP_LAYER + "Request").getMethod("getResponse");
    var setStatus = type(HTTP_LAYER + "Response").getMethod("setStatus", int.class);
    Object array = Array.newInstance(type, 1);
    Object probe =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) ->
                switch (method.getName()) {
                  case "onRequestReceiveEvent" -> {
                    Object host = header.invoke(args[2], "Host");
                    if (unreadable((String) requestUri.invoke(args[2]), (String) host)) {
                      setStatus.invoke(
                          response.invoke(args[2]), HttpServletResponse.SC_BAD_REQUEST);
                    }
                    yield null;
                  }
                  case "equals" -> self == args[0];
                  case "hashCode" -> System.identityHashCode(self);
                  case "toString" -> MalformedRequests.class.getName();
                  default -> null;
                });
    Array.set(array, 0, probe);
    return array;
  }

  private static boolean unreadable(String path, String host) {
    return host != null && host.isBlank() || path != null && RequestPath.isMalformed(path);
  }

  private void call(Object monitoring, String method) throws ReflectiveOperationException {
    type("org.glassfish.grizzly.monitoring.MonitoringConfig")
        .getMethod(method, Object[].class)
        .invoke(monitoring, probes);
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, server);
  }

  /** The server forgets the application's classes. */
  @Override
  public void close() {
    try {
      for (Object monitoring : watched) {
        call(monitoring, "removeProbes");
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(DEBUG, "a probe stays until the server ends", e);
    }
    watched.clear();
  }
}
