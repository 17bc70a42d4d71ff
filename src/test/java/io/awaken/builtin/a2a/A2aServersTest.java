package io.awaken.builtin.a2a;

import static io.awaken.builtin.a2a.RemoteServer.json;
import static io.awaken.builtin.a2a.RemoteServer.keptFor;
import static io.awaken.builtin.a2a.RemoteServer.parsed;
import static io.awaken.builtin.a2a.RemoteServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.a2a.A2aServers.ServerReport;
import io.awaken.builtin.a2a.AgentCard.Binding;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.A2aServerSpec.Offer;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Rows;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found at servers that come, go and change. */
@Rows({29, 196})
class A2aServersTest {

  private final AtomicLong nanos = new AtomicLong();
  private final Map<String, List<Offer>> found = new TreeMap<>();
  private final RemoteServer server = new RemoteServer(Binding.HTTP_JSON);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CheckedHttp http =
      CheckedHttp.of(
          TargetRules.of(true, List.of(server.port()), List.of("127.0.0.0/8")),
          threads,
          Duration.ofSeconds(5));
  private final A2aServers servers =
      new A2aServers(
          new A2aBackend(http, (time, stops) -> {}, () -> nanos.get(), InstantSource.system()),
          Runnable::run,
          found::put);

  @AfterEach
  void close() {
    http.close();
    threads.close();
    server.close();
  }

  private A2aServers configured(A2aServerSpec... specs) {
    servers.configure(List.of(specs));
    servers.readDue();
    return servers;
  }

  private A2aServerSpec far() {
    return A2aServerSpec.of("far", server.url());
  }

  private void after(Duration time) {
    nanos.addAndGet(time.toNanos());
    servers.readDue();
  }

  private List<String> ids() {
    return found.getOrDefault("far", List.of()).stream().map(far()::agentId).toList();
  }

  /** A card for the tenants of one interface each. */
  private ObjectNode tenants(String... names) {
    ObjectNode card = server.card();
    var interfaces = (ArrayNode) card.get("supportedInterfaces");
    JsonNode usual = interfaces.remove(0);
    for (String name : names) {
      interfaces.add(((ObjectNode) usual.deepCopy()).put("tenant", name));
    }
    return card;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | far",
        "{'skills':[{'id':'a'},{'id':'b'}]} | far",
        "{'capabilities':{'extensions':[{'uri':'urn:awaken:a2a:agents-as-skills:1'}]},"
            + "'skills':[{'id':'a','description':'First.'},{'id':'b'}]} | far-a far-b",
        "{'capabilities':{'extensions':[{'uri':'urn:awaken:a2a:agents-as-skills:1'}]},"
            + "'skills':[{'id':'only'}]} | far-only",
        "{'capabilities':{'extensions':[{'uri':'urn:awaken:a2a:agents-as-skills:1'}]},"
            + "'skills':[{'id':'a b'},{'id':'../x'},{'id':'ok'}]} | far-ok",
        "{'capabilities':{'extensions':[{'uri':'urn:awaken:a2a:agents-as-skills:1'}]}} | ''",
      })
  void theCardSaysWhichAgentsThereAre(String more, String ids) {
    server.card(card -> card.setAll((ObjectNode) parsed(more)));

    configured(far());

    assertThat(String.join(" ", ids())).isEqualTo(ids);
  }

  @Test
  void severalTenantsAreSeveralAgentsAndATargetIsOne() {
    server.card = json(tenants("x", "y").toString());
    var one = new A2aServerSpec("one", server.url(), null, "y", null, null, null, null);

    configured(far(), one);

    assertThat(ids()).containsExactly("far-x", "far-y");
    assertThat(found.get("one")).containsExactly(new Offer(null, "Far away."));
    assertThat(far().agent(found.get("far").getFirst()).endpoint().target()).isEqualTo("x");
    assertThat(one.agent(found.get("one").getFirst()).endpoint().target()).isEqualTo("y");
  }

  @Test
  void aServerThatIsDownIsTriedAgainAndItsAgentsAppearWhenItComes() {
    server.card = status(503);
    try (var log = new CapturedLog(A2aServers.class)) {
      configured(far());
      after(Duration.ofSeconds(1));
      after(Duration.ofSeconds(1));

      assertThat(found).isEmpty();
      assertThat(server.seen("card")).as("the second wait is longer").hasSize(2);
      assertThat(log.warnings())
          .containsExactly(
              "the A2A server far cannot be used (card_unavailable: the address of its card answers"
                  + " with status 503); it is tried again in PT1S, later every PT5M; its agents"
                  + " appear then");
    }
    server.card(card -> {});
    after(Duration.ofSeconds(1));

    assertThat(ids()).containsExactly("far");
  }

  @Test
  void theWaitsGrowToFiveMinutes() {
    server.card = status(503);
    configured(far());

    for (int i = 0; i < 3600; i++) {
      after(Duration.ofSeconds(1));
    }

    // 1, 2, 4 .. 256 seconds, then every 300.
    assertThat(server.seen("card")).hasSize(1 + 9 + (3600 - 511) / 300);
  }

  @Test
  void aCardIsReadAgainWhenItExpires() {
    server.card = keptFor(60, tenants("x", "y"));
    configured(far());
    server.card = keptFor(60, tenants("y", "z"));

    after(Duration.ofSeconds(59));
    assertThat(ids()).containsExactly("far-x", "far-y");
    after(Duration.ofSeconds(2));
    assertThat(ids()).containsExactly("far-y", "far-z");
    assertThat(server.seen("card")).hasSize(2);
  }

  @Test
  @Attacks("S25")
  void aServerThatCanNoLongerBeUsedKeepsItsAgents() throws Exception {
    server.card = keptFor(60, server.card());
    configured(far());
    server.card = json("{\"protocolVersion\":\"0.3.0\",\"url\":\"http://a\"}");

    try (var log = new CapturedLog(A2aServers.class)) {
      after(Duration.ofSeconds(61));

      assertThat(ids()).containsExactly("far");
      assertThat(log.warnings().getFirst())
          .contains("version_not_supported", "its agents stay, and their runs fail until then");
    }
  }

  @Test
  @Attacks({"S22", "S25"})
  void whatTheClientRefusesIsNotFound() throws Exception {
    var pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
    String pem = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    var options = Map.<String, JsonNode>of("card_key", TextNode.valueOf(pem));

    configured(
        new A2aServerSpec("pinned", server.url(), null, null, null, null, null, options),
        A2aServerSpec.of("inside", "http://10.1.2.3:" + server.port()));

    assertThat(found).isEmpty();
    assertThat(servers.reachAll(Duration.ZERO))
        .hasEntrySatisfying("pinned", why -> assertThat(why).startsWith("card_signature_invalid: "))
        .hasEntrySatisfying("inside", why -> assertThat(why).contains("10.1.2.3"));
  }

  @Test
  void operatorsSeeWhatIsKnownOfEachServer() {
    server.card = status(503);
    servers.configure(List.of(far(), A2aServerSpec.of("a", "http://10.1.2.3:" + server.port())));
    assertThat(servers.report())
        .extracting(ServerReport::id, ServerReport::state, ServerReport::reason)
        .containsExactly(tuple("a", "connecting", null), tuple("far", "connecting", null));

    servers.readDue();

    assertThat(servers.report().getLast())
        .isEqualTo(
            new ServerReport(
                "far",
                "unavailable",
                null,
                List.of(),
                "card_unavailable: the address of its card answers with status 503",
                1));
    assertThat(servers.report().getFirst().reason()).contains("10.1.2.3");

    server.card = keptFor(60, tenants("x", "y").put("version", "2.1\t\n" + "z".repeat(99)));
    after(Duration.ofSeconds(1));

    ServerReport found = servers.report().getLast();
    assertThat(found.state()).isEqualTo("reachable");
    assertThat(found.version()).hasSizeLessThanOrEqualTo(64).startsWith("2.1 zzz");
    assertThat(found.agents()).containsExactly("far-x", "far-y");
    assertThat(found.reason()).isNull();
    assertThat(found.nextReadS()).isEqualTo(60);
  }

  @Test
  void aServerThatIsAwayKeepsItsAgentsInTheReport() {
    server.card = keptFor(60, tenants("x", "y"));
    configured(far());
    server.card = status(503);

    after(Duration.ofSeconds(61));

    assertThat(servers.report().getFirst().state()).isEqualTo("unavailable");
    assertThat(servers.report().getFirst().agents()).containsExactly("far-x", "far-y");
  }

  @Test
  void aChangedDocumentIsReadAtOnceAndAnUnchangedOneIsNot() {
    configured(far());
    configured(far(), A2aServerSpec.of("near", server.url()));
    assertThat(server.seen("card")).hasSize(2);

    configured(
        new A2aServerSpec(
            "far",
            server.url(),
            Map.of("type", Secret.of("bearer"), "token", Secret.of("t")),
            null,
            null,
            null,
            null,
            null));

    assertThat(server.seen("card").getLast().headers()).containsKey("Authorization");
  }

  @Test
  void nothingIsPublishedOnceItIsClosed() {
    servers.close();
    configured(far());

    assertThat(found).isEmpty();
  }
}
