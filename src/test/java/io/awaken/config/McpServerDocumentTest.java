package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.McpServerSpec.McpSampling;
import io.awaken.core.spec.McpServerSpec.McpTrust;
import io.awaken.core.spec.McpServerSpec.Transport;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpServerDocumentTest {

  private static final String HASH = "0123456789abcdef".repeat(4);

  @TempDir Path directory;

  @BeforeEach
  void folders() throws IOException {
    Files.createDirectories(directory.resolve("mcp-servers"));
    Files.createDirectories(directory.resolve("agents"));
  }

  @Test
  @Rows(1070)
  void aServerOverHttpIsReadWithItsReferences() throws IOException {
    write(
        "mcp-servers/files.yaml",
        """
        transport: http
        url: ${BASE}/mcp
        headers: {Authorization: "Bearer ${TOKEN}"}
        timeout_ms: 5000
        max_timeout_ms: 7000
        trust: {first_use: false, tools: {read: %s}}
        sampling: {enabled: true, max_tokens: 100}
        """
            .formatted(HASH));

    McpServerSpec server = load().mcpServers().getFirst();

    assertThat(server.id()).isEqualTo("files");
    assertThat(server.transport()).isEqualTo(Transport.HTTP);
    assertThat(server.url()).isEqualTo("https://files.example/mcp");
    assertThat(server.headers()).isEqualTo(Map.of("Authorization", Secret.of("Bearer s3cret")));
    assertThat(server.timeoutMs()).isEqualTo(5_000);
    assertThat(server.maxTimeoutMs()).isEqualTo(7_000);
    assertThat(server.trust()).isEqualTo(new McpTrust(false, Map.of("read", HASH)));
    assertThat(server.sampling()).isEqualTo(new McpSampling(true, 100, 10));
    assertThat(server.toString()).doesNotContain("s3cret").doesNotContain("files.example");
  }

  @Test
  @Rows(1070)
  void aServerOverStdioIsReadWithItsReferencesAndDefaults() throws IOException {
    write(
        "mcp-servers/git.yaml",
        """
        transport: stdio
        command: /opt/git-server
        args: [--token, "${TOKEN}"]
        env: {HOME: /tmp}
        """);

    McpServerSpec server = load().mcpServers().getFirst();

    assertThat(server.command()).isEqualTo("/opt/git-server");
    assertThat(server.args()).extracting(Secret::reveal).containsExactly("--token", "s3cret");
    assertThat(server.env()).isEqualTo(Map.of("HOME", Secret.of("/tmp")));
    assertThat(server.timeoutMs()).isEqualTo(60_000);
    assertThat(server.maxTimeoutMs()).isEqualTo(600_000);
    assertThat(server.trust().firstUse()).isTrue();
    assertThat(server.sampling().enabled()).isFalse();
  }

  @Test
  @Rows(1140)
  void tokensOfAServerAreReadWithTheirReferencesAndDefaults() throws IOException {
    write(
        "mcp-servers/files.yaml",
        """
        transport: http
        url: https://files.example
        auth: {type: client_credentials, client_id: me, client_secret: "${TOKEN}", scopes: [read]}
        """);
    write(
        "mcp-servers/mail.yaml",
        """
        transport: http
        url: https://mail.example
        auth: {type: authorization_code, client_id: me, per: server}
        """);

    assertThat(load().mcpServers())
        .extracting(McpServerSpec::auth)
        .containsExactly(
            McpAuth.clientCredentials("me", "s3cret").withScopes(List.of("read")),
            McpAuth.authorizationCode("me", McpAuth.Per.SERVER));
    assertThat(load().mcpServers().toString()).doesNotContain("s3cret");
  }

  @Test
  @Rows(1148)
  void theTokenOfAUserComesFromAFileAndIsNeverShown() throws IOException {
    write("id-token", "eyJ.eyJ.c2ln\n");
    write(
        "mcp-servers/files.yaml",
        """
        transport: http
        url: https://files.example/mcp
        auth:
          type: enterprise_managed
          client_id: me
          client_secret: ${TOKEN}
          identity_provider:
            issuer: https://idp.example
            client_id: agents
            client_secret: ${TOKEN}
            subject_token: ${file:id-token}
        """);

    McpServerSpec server = load().mcpServers().getFirst();

    assertThat(server.auth())
        .isEqualTo(
            McpAuth.enterpriseManaged(
                    "me",
                    McpAuth.IdentityProvider.of("https://idp.example", "agents", "eyJ.eyJ.c2ln")
                        .withSecret("s3cret"))
                .withSecret("s3cret"));
    assertThat(server.auth().perUser()).isFalse();
    assertThat(server.auth().toString()).contains("agents").doesNotContain("s3cret", "eyJ");
  }

  @Test
  @Rows(1140)
  void authRequiresHttpWithoutAnAuthorizationHeader() throws IOException {
    String auth = "auth: {type: authorization_code, client_id: me}\n";
    write("mcp-servers/a.yaml", "transport: stdio\ncommand: /x\n" + auth);
    write(
        "mcp-servers/b.yaml",
        "transport: http\nurl: https://x.example\nheaders: {authorization: x}\n" + auth);

    assertThat(problems())
        .containsExactly(
            "mcp-servers/a.yaml:3:1 auth does not apply to transport stdio; remove it",
            "mcp-servers/b.yaml:4:1 auth conflicts with the header Authorization; remove one");
  }

  @ParameterizedTest
  @Rows(1070)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          args: []                    | m.yaml:1:1 command is required
          {command: x, url: 'http://y'}  | m.yaml:1:1 transport is required: http or stdio
          """)
  void missingReferencesAreNamed(String document, String expected) throws IOException {
    boolean object = document.startsWith("{");
    write("mcp-servers/m.yaml", object ? document : "transport: stdio\n" + document);

    assertThat(problems()).hasSize(1).first().asString().startsWith("mcp-servers/" + expected);
  }

  @Test
  @Rows(1071)
  void anAgentThatNamesAnUnknownServerIsRefusedWithItsPosition() throws IOException {
    write("mcp-servers/files.yaml", "{transport: http, url: 'https://x.example'}");
    write("agents/a.yaml", "model_id: default\nmcp_servers: [files, fils]\n");

    assertThat(problems())
        .containsExactly(
            "agents/a.yaml:2:22 mcp_servers[1] 'fils' does not exist; there are [files]");
  }

  @Test
  @Rows(1136)
  void tooManyServersAreRefused() throws IOException {
    for (int i = 0; i <= McpServerSpec.MAX_SERVERS; i++) {
      write("mcp-servers/s%03d.yaml".formatted(i), "{transport: http, url: 'https://x.example'}");
    }

    assertThat(problems()).hasSize(1);
    assertThat(problems().getFirst()).endsWith("id is one of 501 MCP servers, the limit is 500");
  }

  @Test
  @Rows(1071)
  void anAgentNamesItsServers() throws IOException {
    write("mcp-servers/files.yaml", "{transport: http, url: 'https://x.example'}");
    write("agents/a.yaml", "model_id: default\nmcp_servers: [files]\n");

    assertThat(load().agents().getFirst().mcpServers()).containsExactly("files");
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(directory.resolve(file), text);
  }

  private Documents load() {
    var configured = Map.of("TOKEN", "s3cret", "BASE", "https://files.example");
    Lookup lookup = name -> Optional.ofNullable(configured.get(name));
    return new DocumentLoader(lookup, directory, Set.of("scripted"))
        .load(List.of(new FolderDocuments(directory)), BuiltinDocuments.choose(lookup));
  }

  private List<String> problems() {
    return catchThrowableOfType(DocumentException.class, this::load).problems().stream()
        .map(DocumentProblem::toString)
        .toList();
  }
}
