package io.awaken.server.documents.rules;

import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.PemKey;
import java.net.URI;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** What must hold of the way in which tokens of a server of tools are got (features row 1140). */
final class McpAuthRules {

  /** RFC 6749, 3.3. */
  private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]{1,256}");

  private static final int MAX_ID = 2_048;

  private final BiConsumer<String, String> problems;

  McpAuthRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  void check(McpServerSpec server) {
    McpAuth auth = server.auth();
    if (auth.type() == null) {
      problems.accept("auth.type", "is required: client_credentials or authorization_code");
    } else if (auth.type() == McpAuth.Type.CLIENT_CREDENTIALS) {
      required(auth);
    }
    if (auth.clientId() != null && auth.clientId().isBlank()) {
      problems.accept("auth.client_id", "must not be blank");
    } else if (auth.clientId() != null && auth.clientId().length() > MAX_ID) {
      problems.accept("auth.client_id", "must have at most " + MAX_ID + " characters");
    }
    if (auth.clientSecret() != null && auth.clientSecret().reveal().isBlank()) {
      problems.accept("auth.client_secret", "must not be blank; leave it out where none is needed");
    }
    key(auth);
    scopes(auth);
    if (auth.issuer() != null && !isIssuer(auth.issuer())) {
      problems.accept("auth.issuer", "must be an http or https address without query");
    }
    if (server.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase)) {
      problems.accept("auth", "has no meaning beside the header Authorization; leave one out");
    }
  }

  private void required(McpAuth auth) {
    if (auth.clientId() == null) {
      problems.accept("auth.client_id", "is required with type client_credentials");
    }
    if (auth.clientSecret() == null && auth.privateKey() == null) {
      problems.accept(
          "auth.client_secret", "or private_key is required with type client_credentials");
    }
  }

  private void key(McpAuth auth) {
    boolean proves = auth.clientSecret() != null || auth.privateKey() != null;
    if (proves && auth.clientId() == null && auth.type() != McpAuth.Type.CLIENT_CREDENTIALS) {
      problems.accept("auth.client_id", "is required with client_secret and private_key");
    }
    if (auth.clientSecret() != null && auth.privateKey() != null) {
      problems.accept("auth.private_key", "has no meaning beside client_secret; leave one out");
    }
    if (auth.privateKey() != null && PemKey.read(auth.privateKey()).isEmpty()) {
      problems.accept("auth.private_key", "must be a private key, PKCS #8 in PEM");
    }
    if (auth.keyId() != null && auth.privateKey() == null) {
      problems.accept("auth.key_id", "has no meaning without private_key; leave it out");
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
