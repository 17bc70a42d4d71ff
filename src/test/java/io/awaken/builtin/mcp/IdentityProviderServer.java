package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A local enterprise identity provider. It exchanges one token of one user for an assertion for one
 * authorization server and resource.
 */
final class IdentityProviderServer implements AutoCloseable {

  static final String CLIENT = "agents";
  static final String SUBJECT_TOKEN = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2ln";

  private static final String TYPES = "urn:ietf:params:oauth:token-type:";

  final List<GrantingServer.Asked> asked = new CopyOnWriteArrayList<>();
  final List<String> issued = new CopyOnWriteArrayList<>();
  final ObjectNode metadata = JsonNodeFactory.instance.objectNode();
  volatile String subjectTokenType = "id_token";
  volatile String issuedType = TYPES + "id-jag";
  volatile boolean believed = true;
  volatile String refusal;

  private final GrantingServer granting;
  private final HttpServer http;

  IdentityProviderServer(GrantingServer granting) throws IOException {
    this.granting = granting;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/.well-known/openid-configuration", each -> json(each, 200, metadata));
    http.createContext("/token", this::exchange);
    http.createContext("/", each -> json(each, 404, JsonNodeFactory.instance.objectNode()));
    http.start();
    metadata.put("issuer", issuer());
    metadata.put("token_endpoint", issuer() + "/token");
  }

  int port() {
    return http.getAddress().getPort();
  }

  String issuer() {
    return "http://127.0.0.1:" + port();
  }

  private void exchange(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
    Map<String, String> form = GrantingServer.parameters(body);
    asked.add(
        new GrantingServer.Asked(form, exchange.getRequestHeaders().getFirst("Authorization")));
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    String wrong = refusal == null ? wrong(form) : refusal;
    if (wrong != null) {
      json(exchange, 400, reply.put("error", wrong).put("error_description", SUBJECT_TOKEN));
      return;
    }
    String assertion = "e30.e30.jag" + System.nanoTime();
    issued.add(assertion);
    if (believed) {
      granting.identities.add(assertion);
    }
    reply.put("access_token", assertion).put("issued_token_type", issuedType);
    json(exchange, 200, reply.put("token_type", "N_A").put("expires_in", 300));
  }

  private String wrong(Map<String, String> form) {
    boolean right =
        "urn:ietf:params:oauth:grant-type:token-exchange".equals(form.get("grant_type"))
            && (TYPES + "id-jag").equals(form.get("requested_token_type"))
            && (TYPES + subjectTokenType).equals(form.get("subject_token_type"))
            && SUBJECT_TOKEN.equals(form.get("subject_token"));
    boolean target =
        granting.issuer().equals(form.get("audience"))
            && granting.resource.equals(form.get("resource"));
    return !right ? "invalid_request" : target ? null : "invalid_target";
  }

  private static void json(HttpExchange exchange, int status, ObjectNode reply) throws IOException {
    try (exchange) {
      byte[] bytes = reply.toString().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
