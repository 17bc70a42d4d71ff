package io.awaken.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.container.SpillingTools;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Nightly;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Plants secrets in every input: the configuration, headers and the query of a request, a
 * provider's response, a tool's arguments and its exception. Then searches every output for them.
 */
@Nightly("starts its own server")
class CanaryIT {

  private static final String KEY = "canary-key-7f3a";
  private static final String HEADER = "canary-header-91bc";
  private static final String ARGUMENT = "canary-argument-e440";

  /** In the provider's error text, which only operators may read. */
  private static final String WORDS = "canary-words-5d18";

  private final Tokens tokens = new Tokens();
  private final List<String> outputs = new ArrayList<>();
  private final List<String> figures = new ArrayList<>();

  @Test
  @Attacks("S44")
  void noSecretAppearsInAnUnexpectedOutput() throws Exception {
    HttpServer provider = provider();
    Workplace at = Workplace.of(getClass());
    at.deployWith(SpillingTools.class);
    documents(at.documents(), provider.getAddress().getPort());
    var settings = new HashMap<>(tokens.settings(at.folder()));
    settings.put("HOUSE_LLM_KEY", KEY);
    try (ServerProcess server = Servers.start(at, settings)) {
      try (Api api = new Api(server.port(), tokens.good("acme", "anna", "clerk"))) {
        runs(api, "remote");
        runs(api, "spilling");
        figures.add(api.get("metrics"));
        figures.add(api.get("health"));
        figures.add(api.get("openapi"));
      }
      sendsSecrets(server.port());
      server.terminate();
      server.awaitExit();
    } finally {
      provider.stop(0);
    }

    assertThat(outputs.toString())
        .contains("refused the credentials", "spill")
        .doesNotContain(KEY, HEADER, WORDS, SpillingTools.SPILT);
    assertThat(figures.toString())
        .contains("awaken_runs_total")
        .doesNotContain(KEY, HEADER, ARGUMENT, WORDS, SpillingTools.SPILT);
    assertThat(log(at.folder()))
        .contains("spill", WORDS + " wrong key:")
        .doesNotContain(KEY, HEADER, ARGUMENT);
  }

  /** Rejects credentials and, like some providers, echoes them. */
  private static HttpServer provider() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer provider = HttpServer.create(address, 0);
    provider.createContext("/", CanaryIT::refuse);
    provider.start();
    return provider;
  }

  private static void refuse(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String credentials = exchange.getRequestHeaders().getFirst("Authorization");
    byte[] body =
        "{\"error\":{\"message\":\"%s\\nwrong key: %s\",\"code\":\"invalid_api_key\"}}"
            .formatted(WORDS, credentials)
            .getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(401, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void documents(Documents documents, int port) throws IOException {
    documents.agent(
        "spilling", 0, Turns.calls("spill", Map.of("pin", ARGUMENT)), Turns.says("Done."));
    Path folder = documents.folder();
    Files.writeString(folder.resolve("agents/remote.yaml"), "model_id: remote\n");
    Files.writeString(
        folder.resolve("models/remote.yaml"), "provider_id: remote\nupstream_model: any\n");
    Files.writeString(
        folder.resolve("providers/remote.yaml"),
        "adapter: openai\nbase_url: http://127.0.0.1:%d/v1\napi_key: ${HOUSE_LLM_KEY}\n"
            .formatted(port));
  }

  private void runs(Api api, String agent) throws Exception {
    List<Frame> frames;
    try (EventStream stream = api.run(agent)) {
      frames = stream.readToEnd();
    }
    assertThat(frames.getLast().type()).isEqualTo("run_finish");
    String thread = "v1/threads/" + frames.getFirst().field("thread_id");
    outputs.add(frames.toString());
    outputs.add(api.get(thread + "/messages?visibility=all"));
    outputs.add(api.get(thread + "/mailbox"));
    outputs.add(api.get("v1/runs/" + frames.getFirst().field("run_id")));
    outputs.add(api.get("v1/agents"));
  }

  private void sendsSecrets(int port) throws Exception {
    var root = URI.create("http://127.0.0.1:" + port);
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String path : List.of("/v1/agents", "/v1/agents?access_token=" + HEADER)) {
        var request = HttpRequest.newBuilder(root.resolve(path));
        request.headers("X-Api-Key", HEADER, "Cookie", "session=" + HEADER);
        outputs.add(client.send(request.build(), BodyHandlers.ofString()).body());
        request.header("Authorization", "Bearer " + HEADER);
        outputs.add(client.send(request.build(), BodyHandlers.ofString()).body());
      }
    }
  }

  /** The server's console output and log files. */
  private static String log(Path folder) throws IOException {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".log")).toList()) {
        all.append(new String(Files.readAllBytes(file), UTF_8));
      }
    }
    return all.toString();
  }
}
