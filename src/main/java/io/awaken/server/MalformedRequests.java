package io.awaken.server;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.front.HostRules;
import io.awaken.http.front.RequestPath;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Makes Payara answer 400 to requests that it cannot read: a path such as {@code /%zz}, an empty
 * {@code Host}. It fails on them before any filter, and answers 200 without a body. No setting
 * changes that, so a probe of its HTTP layer answers beforehand, with the body that every refusal
 * has. By reflection, since other servers do not have these classes; does nothing there: WildFly
 * itself answers 400, without a body, and has no such hook.
 */
final class MalformedRequests implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(MalformedRequests.class.getName());

  private static final String HTTP_LAYER = "org.glassfish.grizzly.http.server.";

  // Created at start: requests also arrive when Payara can no longer load classes.
  private final byte[] malformedPath = ErrorAnswers.body(RequestPath.malformed());
  private final byte[] malformedHost = ErrorAnswers.body(HostRules.malformed());

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

  /** The probe in an array, as the server expects it. */
  private Object probe() throws ReflectiveOperationException {
    Class<?> type = type(HTTP_LAYER + "HttpServerProbe");
    var requestUri = type(HTTP_LAYER + "Request").getMethod("getRequestURI");
    var header = type(HTTP_LAYER + "Request").getMethod("getHeader", String.class);
    var response = type(HTTP_LAYER + "Request").getMethod("getResponse");
    Object array = Array.newInstance(type, 1);
    Object probe =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) ->
                switch (method.getName()) {
                  case "onRequestReceiveEvent" -> {
                    Object host = header.invoke(args[2], "Host");
                    byte[] refusal = refusal((String) requestUri.invoke(args[2]), (String) host);
                    if (refusal != null) {
                      answer(response.invoke(args[2]), refusal);
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

  /** Why the server cannot read the request; null when it can. */
  private byte[] refusal(String path, String host) {
    if (host != null && host.isBlank()) {
      return malformedHost;
    }
    return path != null && RequestPath.isMalformed(path) ? malformedPath : null;
  }

  /** Commits the answer; otherwise the server would drop its body. */
  private void answer(Object response, byte[] body) throws ReflectiveOperationException {
    Class<?> type = type(HTTP_LAYER + "Response");
    type.getMethod("setStatus", int.class).invoke(response, HttpServletResponse.SC_BAD_REQUEST);
    type.getMethod("setContentType", String.class).invoke(response, MediaType.APPLICATION_JSON);
    type.getMethod("setContentLength", int.class).invoke(response, body.length);
    var output = (OutputStream) type.getMethod("getOutputStream").invoke(response);
    try {
      output.write(body);
      output.flush();
    } catch (IOException e) {
      LOG.log(DEBUG, "the client of a malformed request has disconnected", e);
    }
  }

  private void call(Object monitoring, String method) throws ReflectiveOperationException {
    type("org.glassfish.grizzly.monitoring.MonitoringConfig")
        .getMethod(method, Object[].class)
        .invoke(monitoring, probes);
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, server);
  }

  /** Removes the application's classes from the server. */
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
