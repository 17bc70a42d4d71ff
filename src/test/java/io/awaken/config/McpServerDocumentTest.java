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
import java.util.stream.Stream;
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

  @ParameterizedTest
  @Rows(1070)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          url: 'ftp://x'                     | m.yaml:2:1 url must be an http or https address
          id: a__b                           | m.yaml:2:1 id must have 1 to 32 letters, digits and '-', with single '_' between them
          id: a_                             | m.yaml:2:1 id must have 1 to 32 letters, digits and '-', with single '_' between them
          id: a23456789b23456789c23456789d23456789 | m.yaml:2:1 id must have 1 to 32 letters, digits and '-', with single '_' between them
          transport: websocket               | m.yaml:2:1 transport must be one of [http, stdio]
          command: ls                        | m.yaml:2:1 command does not apply to transport http; remove it
          args: [x]                          | m.yaml:2:1 args does not apply to transport http; remove it
          env: {A: b}                        | m.yaml:2:1 env does not apply to transport http; remove it
          timeout_ms: 99                     | m.yaml:2:1 timeout_ms must be 100 to 3600000
          revision: 2024-01-01               | m.yaml:2:1 revision must be one of [2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28]
          max_timeout_ms: 59999              | m.yaml:2:1 max_timeout_ms must be at least timeout_ms (60000)
          max_timeout_ms: 36000001           | m.yaml:2:1 max_timeout_ms must be 100 to 36000000
          timeout_ms: 3600001                | m.yaml:2:1 timeout_ms must be 100 to 3600000
          headers: {MCP-Session-Id: x}       | m.yaml:2:11 headers.MCP-Session-Id is set by the protocol; remove it
          headers: {Host: x}                 | m.yaml:2:11 headers.Host cannot be sent
          headers: {X: '${NOWHERE}'}         | m.yaml:2:11 headers.X refers to NOWHERE, which is not set
          trust: {tools: {read: abc}}        | m.yaml:2:17 trust.tools.read must be a SHA-256 hash of 64 digits 0-9, a-f
          auth: {}                           | m.yaml:2:1 auth.type is required: client_credentials, authorization_code or enterprise_managed
          auth: {type: implicit}             | m.yaml:2:8 auth.type must be one of [authorization_code, client_credentials, enterprise_managed]
          auth: {type: client_credentials, client_id: a} | m.yaml:2:1 auth.client_secret or private_key is required with type client_credentials
          auth: {type: client_credentials, client_secret: a} | m.yaml:2:1 auth.client_id is required with type client_credentials
          auth: {type: authorization_code, client_secret: a} | m.yaml:2:1 auth.client_id is required with client_secret and private_key
          auth: {type: authorization_code, client_id: ' '} | m.yaml:2:34 auth.client_id must not be blank
          auth: {type: client_credentials, client_id: a, private_key: x} | m.yaml:2:48 auth.private_key must be a private key, PKCS #8 in PEM
          auth: {type: authorization_code, key_id: x} | m.yaml:2:34 auth.key_id requires private_key
          auth: {type: authorization_code, client_id: a, client_secret: ' '} | m.yaml:2:48 auth.client_secret must not be blank; remove it if none is needed
          auth: {type: authorization_code, client_id: a, scopes: ['a b']} | m.yaml:2:57 auth.scopes[0] must be a scope of OAuth, one each
          auth: {type: authorization_code, client_id: a, issuer: 'https://x.example?y'} | m.yaml:2:48 auth.issuer must be an http or https address without query
          auth: {type: authorization_code, client_id: a, per: node} | m.yaml:2:48 auth.per must be one of [server, user]
          auth: {type: enterprise_managed, identity_provider: {issuer: 'https://i', client_id: a, subject_token: t}} | m.yaml:2:1 auth.client_id is required with type enterprise_managed
          auth: {type: enterprise_managed, client_id: a} | m.yaml:2:1 auth.identity_provider is required with type enterprise_managed
          auth: {type: enterprise_managed, client_id: a, per: user, identity_provider: {issuer: 'https://i', client_id: a, subject_token: t}} | m.yaml:2:48 auth.per must be server with type enterprise_managed: this server receives no ID tokens of its users
          auth: {type: authorization_code, client_id: a, identity_provider: {issuer: 'https://i', client_id: a, subject_token: t}} | m.yaml:2:48 auth.identity_provider requires type enterprise_managed
          auth: {type: enterprise_managed, client_id: a, identity_provider: {client_id: a, subject_token: t}} | m.yaml:2:48 auth.identity_provider.issuer is required
          auth: {type: enterprise_managed, client_id: a, identity_provider: {issuer: idp, client_id: a, subject_token: t}} | m.yaml:2:68 auth.identity_provider.issuer must be an http or https address without query
          auth: {type: enterprise_managed, client_id: a, identity_provider: {issuer: 'https://i', subject_token: t}} | m.yaml:2:48 auth.identity_provider.client_id is required
          auth: {type: enterprise_managed, client_id: a, identity_provider: {issuer: 'https://i', client_id: a}} | m.yaml:2:48 auth.identity_provider.subject_token is required; refer to it as ${file:path}
          auth: {type: enterprise_managed, client_id: a, identity_provider: {issuer: 'https://i', client_id: a, subject_token: '${NONE}'}} | m.yaml:2:103 auth.identity_provider.subject_token refers to NONE, which is not set
          auth: {type: enterprise_managed, client_id: a, identity_provider: {issuer: 'https://i', client_id: a, subject_token: t, private_key: x}} | m.yaml:2:121 auth.identity_provider.private_key must be a private key, PKCS #8 in PEM
          auth: {type: enterprise_managed, client_id: a, identity_provider: {issuer: 'https://i', client_id: a, subject_token: t, subject_token_type: saml}} | m.yaml:2:121 auth.identity_provider.subject_token_type must be one of [id_token, refresh_token]
          sampling: {enabled: true, max_tokens: 0} | m.yaml:2:27 sampling.max_tokens must be 1 to 100000
          sampling: {max_requests: 101}      | m.yaml:2:12 sampling.max_requests must be 1 to 100
          sampling: true                     | m.yaml:2:1 sampling must be an object
          trust: {always: true}              | m.yaml:2:9 trust.always is unknown; known fields are first_use, tools
          """)
  void anInvalidFieldIsNamedWithItsPosition(String line, String expected) throws IOException {
    boolean own = line.startsWith("url") || line.startsWith("transport");
    String rest =
        (line.startsWith("transport") ? "" : "transport: http\n")
            + (line.startsWith("url") ? "" : "url: https://x.example/mcp\n");
    write(
        "mcp-servers/m.yaml",
        own ? "# one\n" + line + "\n" + rest : "# one\n" + line + "\n" + rest);

    assertThat(problems())
        .containsExactly(
            Stream.of(expected.split(" ; ")).map("mcp-servers/"::concat).toArray(String[]::new));
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
