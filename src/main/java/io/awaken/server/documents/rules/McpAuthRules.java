package io.awaken.server.documents.rules;

import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.PemKey;
import io.awaken.core.spec.Secret;
import java.net.URI;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Rules of an MCP server's authorization (features rows 1140, 1148). */
final class McpAuthRules {

  /** RFC 6749, 3.3. */
  private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]{1,256}");

  private static final int MAX_ID = 2_048;
  private static final String PROVIDER = "auth.identity_provider.";

  private final BiConsumer<String, String> problems;

  McpAuthRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  void check(McpServerSpec server) {
    McpAuth auth = server.auth();
    if (auth.type() == null) {
      problems.accept(
          "auth.type", "is required: client_credentials, authorization_code or enterprise_managed");
    } else if (auth.type() != McpAuth.Type.AUTHORIZATION_CODE) {
      required(auth);
    }
    client(new Client("auth.", auth));
    boolean proves = auth.clientSecret() != null || auth.privateKey() != null;
    if (proves && auth.clientId() == null && auth.type() == McpAuth.Type.AUTHORIZATION_CODE) {
      problems.accept("auth.client_id", "is required with client_secret and private_key");
    }
    scopes(auth);
    if (auth.issuer() != null && !isIssuer(auth.issuer())) {
      problems.accept("auth.issuer", "must be an http or https address without query");
    }
    provider(auth);
    if (server.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase)) {
      problems.accept("auth", "conflicts with the header Authorization; remove one");
    }
  }

  /**
   * The credentials of a client.
   *
   * @param section of the document, ending with a dot
   */
  private record Client(String section, String id, Secret secret, Secret key, String keyId) {

    Client(String section, McpAuth auth) {
      this(section, auth.clientId(), auth.clientSecret(), auth.privateKey(), auth.keyId());
    }

    Client(String section, McpAuth.IdentityProvider from) {
      this(section, from.clientId(), from.clientSecret(), from.privateKey(), from.keyId());
    }
  }

  private void required(McpAuth auth) {
    String type = " is required with type " + auth.type().wire();
    if (auth.clientId() == null) {
      problems.accept("auth.client_id", type.strip());
    }
    if (auth.type() == McpAuth.Type.CLIENT_CREDENTIALS
        && auth.clientSecret() == null
        && auth.privateKey() == null) {
      problems.accept("auth.client_secret", "or private_key" + type);
    }
  }

  private void provider(McpAuth auth) {
    boolean managed = auth.type() == McpAuth.Type.ENTERPRISE_MANAGED;
    McpAuth.IdentityProvider provider = auth.identityProvider();
    if (managed && auth.per() == McpAuth.Per.USER) {
      problems.accept(
          "auth.per",
          "must be server with type enterprise_managed: this server receives no ID tokens of its"
              + " users");
    }
    if (managed && provider == null) {
      problems.accept("auth.identity_provider", "is required with type enterprise_managed");
    } else if (!managed && provider != null) {
      problems.accept("auth.identity_provider", "requires type enterprise_managed");
    } else if (provider != null) {
      provider(provider);
    }
  }

  private void provider(McpAuth.IdentityProvider provider) {
    if (provider.issuer() == null) {
      problems.accept(PROVIDER + "issuer", "is required");
    } else if (!isIssuer(provider.issuer())) {
      problems.accept(PROVIDER + "issuer", "must be an http or https address without query");
    }
    if (provider.clientId() == null) {
      problems.accept(PROVIDER + "client_id", "is required");
    }
    client(new Client(PROVIDER, provider));
    if (provider.subjectToken() == null || provider.subjectToken().reveal().isBlank()) {
      problems.accept(PROVIDER + "subject_token", "is required; refer to it as ${file:path}");
    }
  }

  private void client(Client client) {
    String section = client.section();
    if (client.id() != null && client.id().isBlank()) {
      problems.accept(section + "client_id", "must not be blank");
    } else if (client.id() != null && client.id().length() > MAX_ID) {
      problems.accept(section + "client_id", "must have at most " + MAX_ID + " characters");
    }
    if (client.secret() != null && client.secret().reveal().isBlank()) {
      problems.accept(section + "client_secret", "must not be blank; remove it if none is needed");
    }
    key(client);
  }

  private void key(Client client) {
    String section = client.section();
    if (client.secret() != null && client.key() != null) {
      problems.accept(section + "private_key", "conflicts with client_secret; remove one");
    }
    if (client.key() != null && PemKey.read(client.key()).isEmpty()) {
      problems.accept(section + "private_key", "must be a private key, PKCS #8 in PEM");
    }
    if (client.keyId() != null && client.key() == null) {
      problems.accept(section + "key_id", "requires private_key");
    }
  }

  private void scopes(McpAuth auth) {
    if (auth.scopes().size() > SpecLimits.MAX_ENTRIES) {
      problems.accept("auth.scopes", "must have at most " + SpecLimits.MAX_ENTRIES + " entries");
    }
    for (int i = 0; i < auth.scopes().size(); i++) {
      if (!SCOPE.matcher(auth.scopes().get(i)).matches()) {
        problems.accept("auth.scopes[" + i + "]", "must be a scope of OAuth, one each");
      }
    }
  }

  private static boolean isIssuer(String address) {
    return SpecRules.isHttp(address)
        && URI.create(address).getRawQuery() == null
        && URI.create(address).getRawFragment() == null;
  }
}
