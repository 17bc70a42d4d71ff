package io.awaken.http.security.load;

import io.awaken.fixture.FakeExchange;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** A suspended request with a place, and its attributes. */
public final class RequestInside {

  private final Map<String, Object> attributes = new HashMap<>();

  public RequestInside(RequestGate gate) {
    attributes.put(RequestGate.ATTRIBUTE, gate.enter());
  }

  public HttpServletRequest request() {
    Object proxy =
        Proxy.newProxyInstance(
            HttpServletRequest.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (self, method, args) ->
                switch (method.getName()) {
                  case "getAttribute" -> attributes.get((String) args[0]);
                  case "setAttribute" -> {
                    attributes.put((String) args[0], args[1]);
                    yield null;
                  }
                  case "isAsyncStarted" -> true;
                  case "getAsyncContext" -> new FakeExchange().request().getAsyncContext();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
    return (HttpServletRequest) proxy;
  }

  /** The attributes as seen by filters. */
  public Map<String, Object> attributes() {
    return attributes;
  }
}
