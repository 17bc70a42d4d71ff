package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.Rows;
import io.awaken.process.Tokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client made by third-party tools ({@code openapi-typescript}, {@code openapi-fetch}) from the
 * document that the server gives, compiled against it and used by an operator: {@code client.ts}
 * says for what, and that no operation of the document was left out.
 */
@BesideOthers
class OpenApiClientInterop {

  private static final String AGENT =
      """
      model: default
      plugin_ids: [permission]
      sections:
        permission: {default_behavior: ask}
      """;

  private static final NodePrograms NODE = NodePrograms.of("openapi");

  private static final Tokens TOKENS = new Tokens();

  @TempDir private static Path work;
  private static InteropServer server;
  private static RawHttpServer catalogue;
  private static String base;

  @BeforeAll
  static void start() throws Exception {
    Path agents = Files.createDirectories(work.resolve("config/agents"));
    Files.writeString(agents.resolve("cautious.yaml"), AGENT);
    catalogue =
        RawHttpServer.answering(
            asked -> asked.document("200 OK", "", "{\"data\": [{\"id\": \"model-1\"}]}"));
    Path providers = Files.createDirectories(work.resolve("config/providers"));
    Files.writeString(
        providers.resolve("catalogue.yaml"),
        "{adapter: openai, base_url: '" + catalogue.baseUrl() + "/v1'}");
    ChatAgents.writeBesideDefault(work.resolve("config"));
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", work.resolve("config").toString());
    settings.setProperty("awaken.security.admin-role", "operator");
    settings.putAll(TOKENS.settings(work));
    server = InteropServer.start(work, settings, ToolArchive.in(work, PageTools.class));
    base = server.base();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
    if (catalogue != null) {
      catalogue.close();
    }
  }

  @Test
  @Rows(233)
  void aClientMadeFromTheDocumentCompilesAndWorks() throws Exception {
    Path document = work.resolve("openapi.json");
    Files.writeString(document, document());

    NODE.run(
        "node_modules/openapi-typescript/bin/cli.js",
        document.toString(),
        "--output",
        "generated/schema.d.ts",
        // A request may leave out what has a default.
        "--default-non-nullable",
        "false");
    NODE.run("node_modules/typescript/bin/tsc", "--project", ".");

    String token = TOKENS.good(null, "olga", "operator");
    assertThat(NODE.run("generated/client.js", base, document.toString(), token))
        .contains("everything is as documented");
  }

  private static String document() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(base + "/openapi"))
              .header("Accept", "application/json")
              .build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }
}
