package io.awaken.protocol.mcp.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.ResourceSpec.Argument;
import io.awaken.protocol.mcp.resource.Resources.ResourceUri;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Resources defined by active documents, equal for all callers. Thread-safe. */
public final class DocumentResources {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([A-Za-z0-9_]{1,64})}}");

  private final Supplier<List<ResourceSpec>> documents;
  private volatile Index index = new Index(List.of());

  /**
   * @param documents the active resources, ordered by id; the same list instance until they change
   */
  public DocumentResources(Supplier<List<ResourceSpec>> documents) {
    this.documents = documents;
  }

  /** An index of the documents by URI. */
  private static final class Index {
    private final List<ResourceSpec> of;
    private final Map<String, ResourceSpec> plain = new LinkedHashMap<>();
    private final Map<UriTemplate, ResourceSpec> templates = new LinkedHashMap<>();

    Index(List<ResourceSpec> of) {
      this.of = of;
      for (ResourceSpec each : of) {
        if (each.uri() == null) {
          templates.put(new UriTemplate(each.uriTemplate()), each);
        } else {
          plain.put(each.uri(), each);
        }
      }
    }
  }

  private Index index() {
    List<ResourceSpec> now = documents.get();
    Index known = index;
    if (known.of != now) {
      known = new Index(now);
      index = known;
    }
    return known;
  }

  /**
   * A matching resource.
   *
   * @param values the template variables by name; empty for a plain URI
   */
  record Found(ResourceSpec spec, Map<String, String> values) {}

  /** Finds the resource for a URI; a plain URI takes precedence over a template. */
  Optional<Found> find(String uri) {
    if (uri.length() > ResourceUri.MAX_LENGTH) {
      return Optional.empty();
    }
    Index now = index();
    ResourceSpec plain = now.plain.get(uri);
    if (plain != null) {
      return Optional.of(new Found(plain, Map.of()));
    }
    for (var template : now.templates.entrySet()) {
      Optional<Map<String, String>> values =
          template.getKey().match(uri).filter(found -> fits(template.getValue(), found));
      if (values.isPresent()) {
        return Optional.of(new Found(template.getValue(), values.get()));
      }
    }
    return Optional.empty();
  }

  /** A variable with listed values accepts no other value. */
  private static boolean fits(ResourceSpec spec, Map<String, String> values) {
    for (Argument argument : spec.arguments()) {
      List<String> known = argument.values();
      if (!known.isEmpty() && !known.contains(values.get(argument.name()))) {
        return false;
      }
    }
    return true;
  }

  /** The content of a resource for {@code resources/read}. */
  static ObjectNode content(String uri, Found found) {
    ResourceSpec spec = found.spec();
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content.put("uri", uri).put("mimeType", spec.mimeType());
    if (spec.text() == null) {
      return content.put("blob", spec.blob());
    }
    return content.put("text", filled(spec.text(), found.values()));
  }

  /** Replaces all placeholders in one pass: inserted values are never expanded. */
  private static String filled(String text, Map<String, String> values) {
    return values.isEmpty()
        ? text
        : PLACEHOLDER
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "")));
  }

  /** Resources with a plain URI, ordered by id. */
  List<ResourceSpec> plain() {
    return List.copyOf(index().plain.values());
  }

  /** Adds the URI templates, ordered by id. */
  void templates(ArrayNode into) {
    for (ResourceSpec spec : index().templates.values()) {
      ObjectNode template = into.addObject().put("uriTemplate", spec.uriTemplate());
      describe(spec, template);
    }
  }

  /** Adds the descriptive fields of a list entry. */
  static ObjectNode describe(ResourceSpec spec, ObjectNode entry) {
    entry.put("name", spec.id());
    if (spec.title() != null) {
      entry.put("title", spec.title());
    }
    if (spec.description() != null) {
      entry.put("description", spec.description());
    }
    return entry.put("mimeType", spec.mimeType());
  }

  /**
   * The values of a template variable.
   *
   * @return empty when there is no such template or variable
   */
  public Optional<List<String>> values(String template, String part) {
    Map<String, List<String>> known = new HashMap<>();
    for (ResourceSpec spec : index().templates.values()) {
      if (spec.uriTemplate().equals(template) && template.contains("{" + part + "}")) {
        known.put(part, List.of());
        spec.arguments().forEach(argument -> known.put(argument.name(), argument.values()));
      }
    }
    return Optional.ofNullable(known.get(part));
  }

  /**
   * URI templates (RFC 6570, level 1): each <code>{name}</code> matches one or more characters
   * except {@code / ? #}. A variable ends at the first occurrence of the text after it, so matching
   * takes linear time. Immutable.
   */
  static final class UriTemplate {

    private static final Pattern PART = Pattern.compile("\\{([A-Za-z0-9_]+)}");

    private final String begin;
    private final List<Part> parts = new ArrayList<>();

    /**
     * @param follows the literal text after the variable
     */
    private record Part(String name, String follows) {}

    UriTemplate(String text) {
      Matcher found = PART.matcher(text);
      String name = null;
      String first = text;
      int at = 0;
      while (found.find()) {
        String between = text.substring(at, found.start());
        if (name == null) {
          first = between;
        } else {
          parts.add(new Part(name, between));
        }
        name = found.group(1);
        at = found.end();
      }
      if (name != null) {
        parts.add(new Part(name, text.substring(at)));
      }
      begin = first;
    }

    /** The variables of a URI by name; empty for a URI that does not match. */
    Optional<Map<String, String>> match(String uri) {
      if (!uri.startsWith(begin)) {
        return Optional.empty();
      }
      Map<String, String> values = new LinkedHashMap<>();
      int at = begin.length();
      for (int i = 0; i < parts.size(); i++) {
        Part part = parts.get(i);
        int end = end(uri, at, part, i == parts.size() - 1);
        if (end < 0) {
          return Optional.empty();
        }
        String raw = uri.substring(at, end);
        if (raw.chars().anyMatch(each -> "/?#".indexOf(each) >= 0)) {
          return Optional.empty();
        }
        try {
          // A plus sign is literal in a URI.
          String escaped = raw.replace("+", "%2B");
          values.put(part.name(), URLDecoder.decode(escaped, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException broken) {
          return Optional.empty();
        }
        at = end + part.follows().length();
      }
      return at == uri.length() ? Optional.of(values) : Optional.empty();
    }

    /** The end of a variable that begins here; -1 when it does not match. */
    private static int end(String uri, int at, Part part, boolean last) {
      if (!last) {
        return uri.indexOf(part.follows(), at + 1);
      }
      int end = uri.length() - part.follows().length();
      return end > at && uri.endsWith(part.follows()) ? end : -1;
    }
  }
}
