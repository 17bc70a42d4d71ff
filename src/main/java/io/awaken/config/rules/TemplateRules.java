package io.awaken.config.rules;

import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.core.spec.ResourceSpec;
import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rules of documents with placeholders, which are prompts and resources (features rows 1113, 1260).
 *
 * @param problems receives field and reason of each violation
 */
record TemplateRules(BiConsumer<String, String> problems) {

  /** A placeholder in a text, with a valid name or not. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)}}");

  /** A part of an address, with a valid name or not. */
  private static final Pattern PART = Pattern.compile("\\{([^{}]*)}");

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");

  /** The prefix of threads' and runs' addresses. */
  private static final String OWN = "awaken:";

  void check(PromptSpec prompt) {
    Set<String> names = unique(prompt.arguments().stream().map(PromptSpec.Argument::name).toList());
    for (int i = 0; i < prompt.messages().size(); i++) {
      PromptMessage message = prompt.messages().get(i);
      String at = "messages[" + i + "].";
      long given =
          Stream.of(message.text(), message.image(), message.audio(), message.resource())
              .filter(Objects::nonNull)
              .count();
      if (given == 0) {
        problems.accept(at + "text", "is required, or image, audio or resource instead");
      } else if (given > 1) {
        problems.accept(at + "text", "must stand alone: one of text, image, audio and resource");
      }
      placeholders(at + "text", message.text(), "an argument", names);
      placeholders(at + "resource", message.resource(), "an argument", names);
    }
  }

  void check(ResourceSpec resource) {
    String template = resource.uriTemplate();
    Set<String> parts = template == null ? Set.of() : parts(template);
    if (template == null) {
      address("uri", resource.uri());
    } else {
      placeholders("text", resource.text(), "a part of the address", parts);
    }
    List<String> names = resource.arguments().stream().map(ResourceSpec.Argument::name).toList();
    unique(names);
    for (int i = 0; i < names.size(); i++) {
      known(
          "arguments[" + i + "].name", names.get(i), names.get(i), "a part of the address", parts);
    }
  }

  /** The names of arguments. */
  private Set<String> unique(List<String> names) {
    var known = new HashSet<String>();
    for (int i = 0; i < names.size(); i++) {
      if (!known.add(names.get(i))) {
        problems.accept(
            "arguments[" + i + "].name", "'" + names.get(i) + "' is already an argument");
      }
    }
    return known;
  }

  private void placeholders(String field, String text, String what, Set<String> names) {
    PLACEHOLDER
        .matcher(text == null ? "" : text)
        .results()
        .map(found -> found.group(1))
        .distinct()
        .forEach(name -> known(field, "{{" + name + "}}", name, what, names));
  }

  private void known(String field, String shown, String name, String what, Set<String> names) {
    if (!names.contains(name)) {
      problems.accept(
          field, "%s is not %s; known are %s".formatted(shown, what, new TreeSet<>(names)));
    }
  }

  /** The names in a template of an address. */
  private Set<String> parts(String template) {
    var names = new LinkedHashSet<String>();
    boolean good = !template.contains("}{");
    for (var found : PART.matcher(template).results().toList()) {
      good &= NAME.matcher(found.group(1)).matches() && names.add(found.group(1));
    }
    if (names.isEmpty() || !good || PART.matcher(template).replaceAll("").matches(".*[{}].*")) {
      problems.accept(
          "uri_template",
          "must have {name} once for each part that differs, of letters, digits and '_', with"
              + " something between two of them");
    } else {
      address("uri_template", PART.matcher(template).replaceAll("x"));
    }
    return names;
  }

  private void address(String field, String text) {
    if (!isAbsolute(text)) {
      problems.accept(field, "must be an absolute address such as docs://prices");
    } else if (text.toLowerCase(Locale.ROOT).startsWith(OWN)) {
      problems.accept(field, "must not begin with awaken:, as threads and runs do");
    }
  }

  private static boolean isAbsolute(String text) {
    try {
      return URI.create(text).isAbsolute();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
