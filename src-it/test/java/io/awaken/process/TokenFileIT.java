package io.awaken.process;

import static java.util.concurrent.ConcurrentHashMap.newKeySet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.GuardedTools;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import io.awaken.http.security.token.AccessToken;
import io.awaken.http.security.token.TokenAppender;
import io.awaken.http.security.token.TokenLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server that authenticates some callers by its token file and others by JSON Web Tokens. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts a server; src-it/attacks/run uses a token file, IdentityIT checks callers")
@BesideOthers
class TokenFileIT {

  private static final String ADA = AccessToken.PREFIX + "ada";
  private static final String OLD = AccessToken.PREFIX + "old";

  private final Tokens jwt = new Tokens();
  private ServerProcess server;
  private Path file;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.deployWith(GuardedTools.class);
    var call = Map.of("name", "who_am_i", "arguments", Map.of());
    at.documents()
        .agent(
            "quick",
            0,
            Map.of("text", "Hm.", "tool_calls", List.of(call)),
            Turns.says("That is all."));
    file = at.folder().resolve("tokens");
    append("ada", ADA, Instant.now().plus(1, ChronoUnit.DAYS));
    append("old", OLD, Instant.now().minusSeconds(1));
    Map<String, String> settings = new HashMap<>(jwt.settings(at.folder()));
    settings.put("awaken.security.tokens.file", file.toString());
    server = Servers.start(at, settings);
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void append(String name, String token, Instant expires) throws Exception {
    TokenAppender.append(
        file, TokenLines.line(new Caller("acme", name, Set.of("clerk")), expires, token));
  }

  private int status(String token) throws Exception {
    try (Api api = new Api(server.port(), token)) {
      return api.status("v1/agents");
    }
  }

  private void awaitStatus(String token, int status) throws Exception {
    Conditions.await("the token to get " + status, () -> status(token) == status);
  }

  @Test
  void aTokenIdentifiesItsCallerAlongsideJsonWebTokens() throws Exception {
    try (Api api = new Api(server.port(), ADA);
        EventStream run = api.run("quick")) {
      assertThat(identity(run)).isEqualTo("acme ada [clerk]");
    }
    try (Api api = new Api(server.port(), jwt.good("rival", "ben", "guest"));
        EventStream run = api.run("quick")) {
      assertThat(identity(run)).isEqualTo("rival ben [guest]");
    }
  }

  private static String identity(EventStream run) throws Exception {
    return Frame.calls(run.readToEnd()).getFirst().json().path("result").path("data").asText();
  }

  @Test
  @Attacks("S55")
  void anExpiredUnknownOrMissingTokenIsRefused() throws Exception {
    for (String bad : new String[] {null, OLD, ADA + "x", AccessToken.PREFIX, "ada", "a.b.c"}) {
      try (Api api = new Api(server.port(), bad)) {
        var answer = api.answer("GET", "v1/agents", "");
        assertThat(answer.statusCode()).as(bad).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(answer.body()).startsWith("{\"error\":").doesNotContain(ADA);
      }
    }
  }

  @Test
  @Attacks("S55")
  void aTokenIsValidWhileItsLineIsInTheFile() throws Exception {
    String token = AccessToken.PREFIX + "carl";
    String before = Files.readString(file);
    assertThat(status(token)).isEqualTo(401);

    append("carl", token, Instant.now().plus(1, ChronoUnit.DAYS));
    awaitStatus(token, 200);

    Files.writeString(file, before);
    awaitStatus(token, 401);
    assertThat(status(ADA)).isEqualTo(200);
  }

  @Test
  @Attacks("S55")
  void noTokenIsValidWhileTheFileIsMissing() throws Exception {
    Path away = Files.move(file, file.resolveSibling("away"));
    awaitStatus(ADA, 401);

    Files.move(away, file);
    awaitStatus(ADA, 200);
  }

  /** One instance of a resource serves concurrent requests. */
  @Test
  @Attacks("S06")
  void concurrentCallersFindOnlyTheirOwnThreads() throws Exception {
    Map<String, String> tokens = Map.of("acme", ADA, "rival", jwt.good("rival", "ben", "guest"));
    Map<String, Set<String>> made = Map.of("acme", newKeySet(), "rival", newKeySet());
    try (var clients = Executors.newFixedThreadPool(6)) {
      var done = new ArrayList<Future<?>>();
      for (int i = 0; i < 6; i++) {
        String own = i % 2 == 0 ? "acme" : "rival";
        Set<String> others = made.get(i % 2 == 0 ? "rival" : "acme");
        done.add(
            clients.submit(
                () -> {
                  findOwnThreadsOnly(tokens.get(own), made.get(own), others);
                  return null;
                }));
      }
      for (Future<?> client : done) {
        client.get();
      }
    }
    assertThat(made.values()).allMatch(threads -> threads.size() == 75);
  }

  private void findOwnThreadsOnly(String token, Set<String> own, Set<String> others)
      throws Exception {
    try (Api api = new Api(server.port(), token)) {
      for (int i = 0; i < 25; i++) {
        String id = AskedRun.json(api.answer("POST", "v1/threads", "{}")).path("id").asText();
        own.add(id);
        assertThat(api.status("v1/threads/" + id)).isEqualTo(200);
        JsonNode listed =
            AskedRun.json(api.answer("GET", "v1/threads?limit=200", "")).path("items");
        assertThat(listed).extracting(JsonNode::asText).contains(id).noneMatch(others::contains);
        var other = others.stream().findAny();
        if (other.isPresent()) {
          assertThat(api.status("v1/threads/" + other.get())).isEqualTo(404);
        }
      }
    }
  }
}
