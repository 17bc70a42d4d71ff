package io.awaken.http.resource;

import static io.awaken.fixture.Answering.answering;

import io.awaken.fixture.Answering.Answer;
import io.awaken.http.security.load.RequestFigures;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.security.load.RequestLimits;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A request as a container hands it to a servlet, and what became of it. */
public final class ServedRequest {

  private final RequestGate gate = new RequestGate(RequestLimits.DEFAULTS);
  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Object> attributes = new HashMap<>();
  private final Map<String, String> answered = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final String method;
  private final String body;
  private String query;
  private Principal principal;
  private Set<String> roles = Set.of();
  private int status = 200;
  private String counted;
  private boolean suspended;
  private int completed;

  public ServedRequest(String method, String body) {
    this.method = method;
    this.body = body;
    with("Host", "localhost").with("Content-Length", String.valueOf(body.length()));
    with("Content-Type", "application/json");
    attributes.put(RequestGate.ATTRIBUTE, gate.tryEnter().orElseThrow());
    RequestFigures.Begun begun =
        (route, how, code, untimed) -> counted = "%s %s %d".formatted(how, route, code);
    attributes.put(RequestFigures.ATTRIBUTE, begun);
  }

  public ServedRequest with(String name, String... values) {
    headers.put(name, List.of(values));
    return this;
  }

  /** It did not pass the filter that takes a place. */
  public ServedRequest withoutPlace() {
    attributes.remove(RequestGate.ATTRIBUTE);
    return this;
  }

  public ServedRequest query(String sent) {
    query = sent;
    return this;
  }

  public ServedRequest by(String name, Set<String> has) {
    principal = () -> name;
    roles = has;
    return this;
  }

  public int status() {
    return status;
  }

  public String header(String name) {
    return answered.get(name);
  }

  public String content() {
    return written.toString(StandardCharsets.UTF_8);
  }

  /** How it was counted; null while it is not answered. */
  public String counted() {
    return counted;
  }

  /** Whether it was given a place. */
  public boolean hasPlace() {
    return attributes.get(RequestGate.ATTRIBUTE) instanceof RequestGate.Place;
  }

  /** Whether it has a place among the requests that are processed. */
  public boolean inside() {
    return gate.inside() > 0;
  }

  public boolean suspended() {
    return suspended;
  }

  public int completed() {
    return completed;
  }

  public HttpServletRequest request() {
    Map<String, Answer> answers = new HashMap<>();
    answers.put("getMethod", args -> method);
    answers.put("getQueryString", args -> query);
    answers.put("getHeader", args -> first((String) args[0]));
    answers.put("getContentType", args -> first("Content-Type"));
    answers.put(
        "getHeaders",
        args -> Collections.enumeration(headers.getOrDefault((String) args[0], List.of())));
    answers.put("getHeaderNames", args -> Collections.enumeration(headers.keySet()));
    answers.put("getInputStream", args -> input());
    answers.put("getUserPrincipal", args -> principal);
    answers.put("isUserInRole", args -> roles.contains((String) args[0]));
    answers.put("getRemoteAddr", args -> "192.0.2.1");
    answers.put("getLocalAddr", args -> "192.0.2.2");
    answers.put("getScheme", args -> "http");
    answers.put("getProtocol", args -> "HTTP/1.1");
    answers.put("getContextPath", args -> "");
    answers.put("getAttribute", args -> attributes.get((String) args[0]));
    answers.put("setAttribute", args -> attributes.put((String) args[0], args[1]));
    answers.put("removeAttribute", args -> attributes.remove((String) args[0]));
    answers.put("isAsyncStarted", args -> suspended);
    answers.put("getAsyncContext", args -> context());
    answers.put(
        "startAsync",
        args -> {
          suspended = true;
          return context();
        });
    return answering(HttpServletRequest.class, answers);
  }

  private String first(String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    return values.isEmpty() ? null : values.getFirst();
  }

  private AsyncContext context() {
    return answering(
        AsyncContext.class, Map.of("setTimeout", args -> null, "complete", args -> ++completed));
  }

  public HttpServletResponse response() {
    return answering(
        HttpServletResponse.class,
        Map.of(
            "setStatus", args -> status = (int) args[0],
            "setHeader", args -> answered.put((String) args[0], (String) args[1]),
            "setContentType", args -> answered.put("Content-Type", (String) args[0]),
            "setContentLength", args -> answered.put("Content-Length", args[0].toString()),
            "getOutputStream", args -> output()));
  }

  private ServletInputStream input() {
    var bytes = new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
    return new ServletInputStream() {
      @Override
      public int read() {
        return bytes.read();
      }

      @Override
      public int available() {
        return bytes.available();
      }

      @Override
      public boolean isFinished() {
        return bytes.available() == 0;
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setReadListener(ReadListener listener) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private ServletOutputStream output() {
    return new ServletOutputStream() {
      @Override
      public void write(int one) throws IOException {
        written.write(one);
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(WriteListener listener) {
        throw new UnsupportedOperationException();
      }
    };
  }
}
