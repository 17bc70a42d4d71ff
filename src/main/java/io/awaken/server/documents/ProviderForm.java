package io.awaken.server.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * A provider's document without what may be secret: keys, headers and whatever else is named like a
 * secret stay only where they are references, an address only where it contains no user name. What
 * is left out is null in its place, so that the reader knows what to fill in.
 */
final class ProviderForm {

  private static final String KEY = "api_key";
  private static final String ADDRESS = "base_url";
  private static final String OPTIONS = "adapter_options";
  private static final String HEADERS = "headers";

  /** A reference alone, or behind the name of a scheme as in {@code Bearer ${TOKEN}}. */
  private static final Pattern REFERENCE = Pattern.compile("(?:[A-Za-z]{1,16} )?\\$\\{[^}]+}");

  private static final Pattern ANY_REFERENCE = Pattern.compile("\\$\\{[^}]+}");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[_\\- ]");
  private static final Set<String> SECRET =
      Set.of(
          "key",
          "apikey",
          "token",
          "secret",
          "password",
          "passphrase",
          "credential",
          "credentials",
          "auth",
          "authorization");

  private ProviderForm() {}

  /** The part of a provider's document that may be stored. */
  static ObjectNode storable(ObjectNode written) {
    ObjectNode form = written.deepCopy();
    withoutNulls(form);
    secret(form, KEY);
    if (form.has(ADDRESS) && !harmless(form.get(ADDRESS))) {
      form.putNull(ADDRESS);
    }
    if (form.get(OPTIONS) instanceof ObjectNode options) {
      withoutNulls(options);
      secretNames(options).forEach(name -> secret(options, name));
      if (options.get(HEADERS) instanceof ObjectNode headers) {
        withoutNulls(headers);
        names(headers).forEach(name -> secret(headers, name));
      }
    }
    return form;
  }

  /**
   * Puts what was left out back from the document as it is now.
   *
   * @param now null when there is none any more
   * @param missing receives each reference that cannot be resolved
   */
  static void complete(ObjectNode form, ObjectNode now, BiConsumer<String, String> missing) {
    complete(form, now, "", missing);
    if (form.get(OPTIONS) instanceof ObjectNode options) {
      ObjectNode there = child(now, OPTIONS);
      complete(options, there, OPTIONS + ".", missing);
      if (options.get(HEADERS) instanceof ObjectNode headers) {
        complete(headers, child(there, HEADERS), OPTIONS + "." + HEADERS + ".", missing);
      }
    }
  }

  private static void complete(
      ObjectNode form, ObjectNode now, String path, BiConsumer<String, String> missing) {
    for (String name : names(form)) {
      if (form.get(name).isNull()) {
        if (now == null || !now.hasNonNull(name)) {
          missing.accept(path + name, "was not written as a reference, and so is not stored");
        } else {
          form.set(name, now.get(name));
        }
      }
    }
  }

  private static ObjectNode child(ObjectNode node, String name) {
    return node != null && node.get(name) instanceof ObjectNode child ? child : null;
  }

  private static void secret(ObjectNode node, String name) {
    if (node.has(name) && !reference(node.get(name))) {
      node.putNull(name);
    }
  }

  private static boolean reference(JsonNode value) {
    return value.isTextual() && REFERENCE.matcher(value.textValue()).matches();
  }

  private static boolean harmless(JsonNode address) {
    if (reference(address)) {
      return true;
    }
    try {
      URI uri = new URI(ANY_REFERENCE.matcher(address.asText()).replaceAll("x"));
      return uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && uri.getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** The fields that are named like a secret, for example {@code session_token}. */
  static List<String> secretNames(ObjectNode node) {
    return names(node).stream().filter(ProviderForm::sounds).toList();
  }

  private static boolean sounds(String name) {
    return BETWEEN_WORDS.splitAsStream(name.toLowerCase(Locale.ROOT)).anyMatch(SECRET::contains);
  }

  private static void withoutNulls(ObjectNode node) {
    names(node).stream().filter(name -> node.get(name).isNull()).forEach(node::remove);
  }

  private static List<String> names(ObjectNode node) {
    return node.properties().stream().map(field -> field.getKey()).toList();
  }
}
