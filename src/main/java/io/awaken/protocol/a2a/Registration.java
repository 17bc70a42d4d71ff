package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.Secret;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.JsonFields;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A {@code TaskPushNotificationConfig} that a client sends. Immutable.
 *
 * @param prefix of its fields in refusals
 * @param id the client's, or a made one
 * @param url checked as far as that is possible without resolving its name
 * @param token null for none
 * @param scheme of the credentials; null for none
 * @param credentials null for none
 */
record Registration(
    String prefix, String id, String url, String token, String scheme, Secret credentials) {

  static final int MAX_URL = 2048;
  static final int MAX_TOKEN = 1024;
  static final int MAX_CREDENTIALS = 4096;

  private static final String AUTHENTICATION = "authentication";

  /** Schemes whose credentials are sent as they are, by their names in lower case. */
  private static final Map<String, String> SCHEMES = Map.of("bearer", "Bearer", "basic", "Basic");

  private static final Pattern VISIBLE = Pattern.compile("[!-~]+");

  /** RFC 9110, 11.2. */
  private static final Pattern TOKEN68 = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  /**
   * Reads a configuration.
   *
   * @param prefix of its fields in refusals
   * @param made its id if the client chose none
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  static Registration read(JsonNode config, String prefix, String made, PushPorts ports) {
    String id = Fields.text(config, "id", prefix + "id");
    if (id != null) {
      Ids.check(prefix + "id", limited(id, PushTarget.MAX_ID, prefix + "id"));
    }
    String token = Fields.text(config, "token", prefix + "token");
    if (token != null) {
      matching(VISIBLE, limited(token, MAX_TOKEN, prefix + "token"), prefix + "token");
    }
    String scheme = null;
    Secret credentials = null;
    JsonNode authentication = JsonFields.value(config, AUTHENTICATION);
    if (authentication != null) {
      String field = prefix + AUTHENTICATION;
      JsonFields.requireObject(authentication, field);
      scheme = scheme(JsonFields.required(authentication, "scheme", field + ".scheme"), field);
      field += ".credentials";
      String secret = JsonFields.required(authentication, "credentials", field);
      credentials = Secret.of(matching(TOKEN68, limited(secret, MAX_CREDENTIALS, field), field));
      ports.secrets().require(field);
    }
    String url = url(config, prefix + "url", ports.http());
    return new Registration(prefix, id == null ? made : id, url, token, scheme, credentials);
  }

  private static String url(JsonNode config, String field, GuardedHttp http) {
    String url = limited(JsonFields.required(config, "url", field), MAX_URL, field);
    try {
      http.check(new URI(url));
    } catch (URISyntaxException e) {
      throw JsonFields.invalid(field, "is not an address");
    } catch (AddressRefused e) {
      throw Refusal.invalid(field, e.getMessage()).exception();
    }
    return url;
  }

  private static String scheme(String sent, String field) {
    String scheme = SCHEMES.get(sent.toLowerCase(Locale.ROOT));
    if (scheme == null) {
      throw JsonFields.invalid(field + ".scheme", "must be Bearer or Basic");
    }
    return scheme;
  }

  private static String limited(String text, int most, String field) {
    if (text.length() > most) {
      throw JsonFields.invalid(field, "must have at most " + most + " characters");
    }
    return text;
  }

  private static String matching(Pattern pattern, String text, String field) {
    if (!pattern.matcher(text).matches()) {
      throw JsonFields.invalid(field, "has a character that cannot be sent");
    }
    return text;
  }

  /** The target for the store. */
  PushTarget target(RunId run, Caller caller, PushSecrets secrets) {
    String sealed =
        credentials == null ? null : secrets.sealed(run, caller, id, credentials.reveal());
    return new PushTarget(id, caller, url, token, scheme, sealed);
  }

  /** A stored configuration as its caller sees it: credentials are never shown. */
  static ObjectNode shown(RunId run, PushTarget target) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("id", target.id()).put("taskId", run.value()).put("url", target.url());
    if (target.token() != null) {
      shown.put("token", target.token());
    }
    if (target.scheme() != null) {
      shown.putObject(AUTHENTICATION).put("scheme", target.scheme());
    }
    return shown;
  }
}
