package io.awaken.server.documents.rules;

import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.ResourceSpec.Argument;
import java.net.URI;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Rules of a resource's document (features row 1260). */
final class ResourceRules {

  /** Media types without parameters. */
  static final Pattern MIME_TYPE =
      Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,64}/[\\w!#$&^.+-]{1,64}");

  private static final Pattern PART = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");

  /** The prefix of threads' and runs' addresses. */
  private static final String OWN = "awaken:";

  private final BiConsumer<String, String> problems;

  ResourceRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  void check(ResourceSpec resource) {
    atMost("title", resource.title(), SpecLimits.MAX_DESCRIPTION);
    atMost("description", resource.description(), SpecLimits.MAX_DESCRIPTION);
    if (!MIME_TYPE.matcher(resource.mimeType()).matches()) {
      problems.accept("mime_type", "must be a media type such as text/plain");
    }
    Set<String> parts = parts(resource);
    content(resource, parts);
    arguments(resource.arguments(), parts);
  }

  /** The names in the template; none for a resource with a fixed address. */
  private Set<String> parts(ResourceSpec resource) {
    if ((resource.uri() == null) == (resource.uriTemplate() == null)) {
      problems.accept("uri", "is required, or uri_template instead");
      return Set.of();
    }
    if (resource.uri() != null) {
      address("uri", resource.uri());
      return Set.of();
    }
    String template = resource.uriTemplate();
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
      atMost("uri_template", template, SpecLimits.MAX_URI);
    }
    return names;
  }

  private void address(String field, String text) {
    atMost(field, text, SpecLimits.MAX_URI);
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

  private void content(ResourceSpec resource, Set<String> parts) {
    if ((resource.text() == null) == (resource.blob() == null)) {
      problems.accept("text", "is required, or blob instead");
      return;
    }
    if (resource.text() != null) {
      PromptRules.PLACEHOLDER
          .matcher(resource.uriTemplate() == null ? "" : resource.text())
          .results()
          .map(found -> found.group(1))
          .filter(name -> !parts.contains(name))
          .distinct()
          .forEach(name -> problems.accept("text", unknown("{{" + name + "}}", parts)));
    } else if (!isBase64(resource.blob())) {
      problems.accept("blob", "must be Base64");
    }
  }

  /** Whether a text is Base64 and not empty. */
  static boolean isBase64(String text) {
    try {
      return Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void arguments(Collection<Argument> arguments, Set<String> parts) {
    var known = new HashSet<String>();
    int at = 0;
    for (Argument argument : arguments) {
      String field = "arguments[" + at++ + "].";
      if (!parts.contains(argument.name())) {
        problems.accept(field + "name", unknown(String.valueOf(argument.name()), parts));
      } else if (!known.add(argument.name())) {
        problems.accept(field + "name", "'" + argument.name() + "' is already an argument");
      }
      values(field + "values", argument.values(), problems);
    }
  }

  private static String unknown(String name, Set<String> parts) {
    return "%s is not a part of the address; known are %s".formatted(name, new TreeSet<>(parts));
  }

  /** Checks the values of an argument, allowed or proposed. */
  static void values(String field, Collection<String> values, BiConsumer<String, String> problems) {
    if (values.size() > SpecLimits.MAX_VALUES_OF_ARGUMENT) {
      problems.accept(field, "must have at most " + SpecLimits.MAX_VALUES_OF_ARGUMENT + " entries");
    }
    if (values.stream().anyMatch(each -> each.isBlank() || each.length() > SpecLimits.MAX_VALUE)) {
      problems.accept(
          field, "must have texts of 1 to " + SpecLimits.MAX_VALUE + " characters only");
    }
  }

  private void atMost(String field, String text, int most) {
    if (text != null && text.length() > most) {
      problems.accept(field, "must have at most " + most + " characters");
    }
  }
}
