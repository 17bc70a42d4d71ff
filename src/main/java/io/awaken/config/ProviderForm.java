package io.awaken.config;

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
 * A provider's document without secrets: keys, headers and fields named like secrets are kept only
 * if they are references, an address only without a user name. Omitted values become null, so that
 * the reader can fill them in.
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
   * Restores omitted values from the current document.
   *
   * @param now null if the document was removed
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
          missing.accept(path + name, "is not stored, since it is not a reference");
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

  /** The fields with names of secrets, for example {@code session_token}. */
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
