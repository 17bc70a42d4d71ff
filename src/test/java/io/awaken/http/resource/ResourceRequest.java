package io.awaken.http.resource;

import static io.awaken.fixture.Answering.answering;

import io.awaken.fixture.Answering.Answer;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A request for an application, as the container shows it. */
final class ResourceRequest {

  static final String PROXY = "10.0.0.7";

  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  final Map<String, Object> attributes = new HashMap<>();
  String remote = "192.0.2.1";
  String context = "";
  String path = "/v1/mcp";

  ResourceRequest(String host) {
    headers.put("Host", host);
  }

  ResourceRequest with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** The container has refused it and looks for the page that says so. */
  ResourceRequest refused(int status) {
    attributes.put(RequestDispatcher.ERROR_STATUS_CODE, status);
    attributes.put(RequestDispatcher.ERROR_REQUEST_URI, context + path);
    return this;
  }

  HttpServletRequest servlet() {
    Map<String, Answer> answers = new HashMap<>();
    answers.put("getHeader", args -> headers.get((String) args[0]));
    answers.put(
        "getHeaders",
        args -> {
          String value = headers.get((String) args[0]);
          return Collections.enumeration(value == null ? List.of() : List.of(value));
        });
    answers.put("getProtocol", args -> "HTTP/1.1");
    answers.put("getScheme", args -> "http");
    answers.put("getRemoteAddr", args -> remote);
    answers.put("getContextPath", args -> context);
    answers.put("getServletPath", args -> "/v1");
    answers.put("getPathInfo", args -> path.substring("/v1".length()));
    answers.put("getAttribute", args -> attributes.get((String) args[0]));
    return answering(HttpServletRequest.class, answers);
  }
}
