package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An authorization server on this machine with one client. It checks what OAuth 2.1 requires: the
 * client, the resource, the redirect address, and that the client that requested a code presents
 * it; each code and refresh token can be used once.
 */
final class GrantingServer implements AutoCloseable {

  static final String CLIENT = "awaken:one";
  static final String SECRET = "se cret%&+=";

  /** A request to the token endpoint. */
  record Asked(Map<String, String> form, String authorization) {}

  private record Code(Map<String, String> asked, String subject) {}

  final List<Asked> asked = new CopyOnWriteArrayList<>();
  final List<String> paths = new CopyOnWriteArrayList<>();

  /** Valid tokens with the granting subjects. */
  final Map<String, String> tokens = new ConcurrentHashMap<>();

  final ObjectNode metadata = JsonNodeFactory.instance.objectNode();
  volatile String resource;
  volatile String redirect;
  volatile int lifeSeconds = 3_600;
  volatile Runnable beforeToken = () -> {};
  volatile String failure;
  volatile boolean secretWanted = true;
  volatile String named;
  volatile String challenge;

  /** What clients body when they registered; {@link #CLIENT} is what each becomes. */
  final List<ObjectNode> registered = new CopyOnWriteArrayList<>();

  /** The requested scopes of tokens. */
  final Map<String, String> scopes = new ConcurrentHashMap<>();

  /** Another path of this server, as another authorization server; null for the default. */
  volatile String tenant = "/tenant";

  /** The issuer in its responses; null for the usual one. */
  volatile String iss;

  /** Checks client assertions; null to require a secret. */
  volatile AssertionCheck assertions;

  /** Checks a signature. */
  interface AssertionCheck {
    boolean signed(JsonNode header, byte[] text, byte[] signature) throws Exception;
  }

  /** Accepted assertions of an identity provider; each can be used once. */
  final Set<String> identities = ConcurrentHashMap.newKeySet();

  private final Map<String, Code> codes = new ConcurrentHashMap<>();
  private final Map<String, String> refreshes = new ConcurrentHashMap<>();
  private final Set<String> spent = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  GrantingServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
    metadata.put("issuer", issuer());
    metadata.put("authorization_endpoint", base() + "/authorize");
    metadata.put("token_endpoint", base() + "/token");
    metadata.putArray("code_challenge_methods_supported").add("S256");
    metadata.put("authorization_response_iss_parameter_supported", true);
  }

  /** Makes the server reject calls whose token lacks this scope. */
  void requireForCalls(String needed, ScriptedServer server) {
    ScriptedServer.Gate any = server.gate;
    server.gate =
        asked -> {
          boolean call = asked.body().path("method").asText().equals("tools/call");
          String token =
              String.valueOf(asked.exchange().getRequestHeaders().getFirst("Authorization"));
          String scope = scopes.getOrDefault(token.replace("Bearer ", ""), "");
          if (call && !scope.contains(needed)) {
            asked
                .exchange()
                .getResponseHeaders()
                .add(
                    "WWW-Authenticate",
                    "Bearer error=\"insufficient_scope\", scope=\"" + needed + "\"");
            asked.raw(403, "text/plain", "");
            return false;
          }
          return any.passes(asked);
        };
  }

  int port() {
    return http.getAddress().getPort();
  }

  private String base() {
    return "http://127.0.0.1:" + port();
  }

  String issuer() {
    return base() + tenant;
  }

  ObjectNode resourceMetadata() {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("resource", resource);
    body.putArray("authorization_servers").add(named == null ? issuer() : named);
    return body;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      paths.add(path);
      if (path.equals("/.well-known/oauth-authorization-server" + tenant)) {
        json(exchange, 200, metadata);
        return;
      }
      switch (path) {
        case "/register" -> register(exchange);
        case "/resource" -> json(exchange, 200, resourceMetadata());
        case "/token" -> token(exchange);
        default -> json(exchange, 404, JsonNodeFactory.instance.objectNode());
      }
    }
  }

  private void register(HttpExchange exchange) throws IOException {
    ObjectNode body = (ObjectNode) new ObjectMapper().readTree(exchange.getRequestBody());
    registered.add(body.deepCopy());
    body.put("client_id", CLIENT);
    if (secretWanted) {
      body.put("client_secret", SECRET);
    }
    json(exchange, 201, body);
  }

  private void token(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
    Map<String, String> form = parameters(body);
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    asked.add(new Asked(form, authorization));
    beforeToken.run();
    if (failure != null) {
      json(exchange, 503, JsonNodeFactory.instance.objectNode().put("error", failure));
    } else if (!known(form, authorization)) {
      refused(exchange, 401, "invalid_client");
    } else if (!resource.equals(form.get("resource"))) {
      refused(exchange, 400, "invalid_target");
    } else {
      switch (form.getOrDefault("grant_type", "")) {
        case "client_credentials" -> given(exchange, CLIENT, form.get("scope"), false);
        case "authorization_code" -> ofCode(exchange, form);
        case "refresh_token" -> refreshed(exchange, form.get("refresh_token"));
        case "urn:ietf:params:oauth:grant-type:jwt-bearer" -> asserted(exchange, form);
        default -> refused(exchange, 400, "unsupported_grant_type");
      }
    }
  }

  private boolean proved(String assertion) {
    try {
      String[] parts = assertion.split("\\.");
      JsonNode header = new ObjectMapper().readTree(Base64.getUrlDecoder().decode(parts[0]));
      JsonNode claims = new ObjectMapper().readTree(Base64.getUrlDecoder().decode(parts[1]));
      byte[] text = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
      return claims.path("iss").asText().equals(CLIENT)
          && claims.path("sub").asText().equals(CLIENT)
          && claims.path("aud").asText().equals(issuer())
          && claims.path("exp").asLong() - claims.path("iat").asLong() == 120
          && spent.add(claims.path("jti").asText())
          && assertions.signed(header, text, Base64.getUrlDecoder().decode(parts[2]));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean known(Map<String, String> form, String authorization) {
    if (assertions != null) {
      return "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
              .equals(form.get("client_assertion_type"))
          && proved(form.get("client_assertion"));
    }
    if (!secretWanted) {
      return CLIENT.equals(form.get("client_id"));
    }
    if (authorization == null) {
      return CLIENT.equals(form.get("client_id")) && SECRET.equals(form.get("client_secret"));
    }
    byte[] pair = Base64.getDecoder().decode(authorization.substring("Basic ".length()));
    String[] parts = new String(pair, StandardCharsets.US_ASCII).split(":", 2);
    return CLIENT.equals(decoded(parts[0])) && SECRET.equals(decoded(parts[1]));
  }

  private void ofCode(HttpExchange exchange, Map<String, String> form) throws IOException {
    Code code = codes.remove(form.getOrDefault("code", ""));
    boolean good =
        code != null
            && code.asked().get("redirect_uri").equals(form.get("redirect_uri"))
            && code.asked().get("code_challenge").equals(hash(form.get("code_verifier")));
    if (good) {
      given(exchange, code.subject(), code.asked().get("scope"), true);
    } else {
      refused(exchange, 400, "invalid_grant");
    }
  }

  private void asserted(HttpExchange exchange, Map<String, String> form) throws IOException {
    if (identities.remove(form.getOrDefault("assertion", ""))) {
      given(exchange, "a user", form.get("scope"), false);
    } else {
      refused(exchange, 400, "invalid_grant");
    }
  }

  private void refreshed(HttpExchange exchange, String token) throws IOException {
    String subject = token == null || !spent.add(token) ? null : refreshes.remove(token);
    if (subject == null) {
      refused(exchange, 400, "invalid_grant");
    } else {
      given(exchange, subject, null, true);
    }
  }

  private void given(HttpExchange exchange, String subject, String scope, boolean refresh)
      throws IOException {
    int number = count.incrementAndGet();
    String value = "access-" + number + "-" + System.nanoTime();
    tokens.put(value, subject);
    scopes.put(value, String.valueOf(scope));
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("access_token", value)
            .put("token_type", "bearer")
            .put("expires_in", lifeSeconds);
    if (refresh) {
      refreshes.put("refresh-" + value, subject);
      body.put("refresh_token", "refresh-" + value);
    }
    json(exchange, 200, body);
  }

  /**
   * A user follows a link and grants access.
   *
   * @return the query of the redirect
   * @throws IllegalArgumentException when the link is invalid
   */
  Map<String, String> agree(String link, String subject) {
    Map<String, String> query = parameters(link.substring(link.indexOf('?') + 1));
    require(link.startsWith(base() + "/authorize?"), "the address");
    require("code".equals(query.get("response_type")), "response_type");
    require(CLIENT.equals(query.get("client_id")), "client_id");
    require(redirect.equals(query.get("redirect_uri")), "redirect_uri");
    require(resource.equals(query.get("resource")), "resource");
    require("S256".equals(query.get("code_challenge_method")), "code_challenge_method");
    require(query.getOrDefault("code_challenge", "").length() == 43, "code_challenge");
    require(query.getOrDefault("state", "").length() >= 40, "state");
    String code = "code-" + count.incrementAndGet();
    codes.put(code, new Code(query, subject));
    var back = new TreeMap<String, String>();
    back.put("code", code);
    back.put("state", query.get("state"));
    back.put("iss", iss == null ? issuer() : iss);
    return back;
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalArgumentException(what + " is not as it must be");
    }
  }

  private static String hash(String verifier) {
    try {
      byte[] bytes = String.valueOf(verifier).getBytes(StandardCharsets.US_ASCII);
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static Map<String, String> parameters(String encoded) {
    var all = new TreeMap<String, String>();
    for (String each : encoded.split("&")) {
      int at = each.indexOf('=');
      if (at > 0) {
        all.put(decoded(each.substring(0, at)), decoded(each.substring(at + 1)));
      }
    }
    return all;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static void refused(HttpExchange exchange, int status, String error) throws IOException {
    json(exchange, status, JsonNodeFactory.instance.objectNode().put("error", error));
  }

  private static void json(HttpExchange exchange, int status, ObjectNode body) throws IOException {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Revokes all grants. */
  void revokeAll() {
    tokens.clear();
    refreshes.clear();
  }

  /** Issues tokens for an MCP server to public clients. */
  void grantsAccessTo(ScriptedServer server) {
    redirect = ServersUnderTest.REDIRECT;
    secretWanted = false;
    metadata.putArray("token_endpoint_auth_methods_supported").add("none");
    guard(server);
    server.wellKnown.put("/.well-known/oauth-protected-resource/mcp", this::resourceMetadata);
  }

  /** Makes an MCP server require valid tokens and name its metadata. */
  void guard(ScriptedServer server) {
    resource = server.url();
    challenge = "Bearer realm=\"a, \\\"b\", resource_metadata=\"" + base() + "/resource\"";
    server.gate =
        each -> {
          String header = each.exchange().getRequestHeaders().getFirst("Authorization");
          if (header != null
              && header.startsWith("Bearer ")
              && tokens.containsKey(header.substring("Bearer ".length()))) {
            return true;
          }
          each.exchange().getResponseHeaders().add("WWW-Authenticate", challenge);
          each.raw(401, "text/plain", "");
          return false;
        };
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
