package io.awaken.server.documents.rules;

import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import io.awaken.core.spec.PromptSpec.Media;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules of a prompt's document (features row 1113). */
final class PromptRules {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** A placeholder for an argument, with a valid name or not. */
  static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)}}");

  private final BiConsumer<String, String> problems;

  PromptRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  void check(PromptSpec prompt) {
    atMost("title", prompt.title(), SpecLimits.MAX_DESCRIPTION);
    atMost("description", prompt.description(), SpecLimits.MAX_DESCRIPTION);
    Set<String> names = arguments(prompt);
    if (prompt.messages().isEmpty()) {
      problems.accept("messages", "must have at least one");
    }
    atMost("messages", prompt.messages());
    for (int i = 0; i < prompt.messages().size(); i++) {
      message("messages[" + i + "].", prompt.messages().get(i), names);
    }
  }

  private Set<String> arguments(PromptSpec prompt) {
    atMost("arguments", prompt.arguments());
    var names = new HashSet<String>();
    for (int i = 0; i < prompt.arguments().size(); i++) {
      Argument argument = prompt.arguments().get(i);
      String at = "arguments[" + i + "].";
      if (argument.name() == null || !NAME.matcher(argument.name()).matches()) {
        problems.accept(at + "name", "must have 1 to 64 letters, digits, '_' and '-'");
      } else if (!names.add(argument.name())) {
        problems.accept(at + "name", "'" + argument.name() + "' is already an argument");
      }
      atMost(at + "title", argument.title(), SpecLimits.MAX_DESCRIPTION);
      atMost(at + "description", argument.description(), SpecLimits.MAX_DESCRIPTION);
      ResourceRules.values(at + "values", argument.values(), problems);
    }
    return names;
  }

  private void message(String at, PromptMessage message, Set<String> names) {
    var contents = Stream.of(message.text(), message.image(), message.audio(), message.resource());
    long given = contents.filter(Objects::nonNull).count();
    if (given == 0) {
      problems.accept(at + "text", "is required, or image, audio or resource instead");
    } else if (given > 1) {
      problems.accept(at + "text", "must stand alone: one of text, image, audio and resource");
    }
    if (message.text() != null) {
      text(at + "text", message.text(), SpecLimits.MAX_PROMPT_TEXT, names);
    }
    if (message.resource() != null) {
      text(at + "resource", message.resource(), SpecLimits.MAX_URI, names);
    }
    media(at + "image.", message.image(), "image/");
    media(at + "audio.", message.audio(), "audio/");
  }

  private void text(String field, String text, int most, Set<String> names) {
    if (text.isBlank()) {
      problems.accept(field, "is required");
      return;
    }
    atMost(field, text, most);
    PLACEHOLDER
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(name -> !names.contains(name))
        .distinct()
        .forEach(
            name ->
                problems.accept(
                    field,
                    "{{%s}} is not an argument; known are %s"
                        .formatted(name, new TreeSet<>(names))));
  }

  private void media(String at, Media media, String type) {
    if (media == null) {
      return;
    }
    String mimeType = String.valueOf(media.mimeType());
    if (!mimeType.startsWith(type) || !ResourceRules.MIME_TYPE.matcher(mimeType).matches()) {
      problems.accept(at + "mime_type", "must be a media type that begins with " + type);
    }
    if (media.data() == null || !ResourceRules.isBase64(media.data())) {
      problems.accept(at + "data", "must be Base64");
    }
  }

  private void atMost(String field, String text, int most) {
    if (text != null && text.length() > most) {
      problems.accept(field, "must have at most " + most + " characters");
    }
  }

  private void atMost(String field, Collection<?> entries) {
    if (entries.size() > SpecLimits.MAX_PROMPT_ENTRIES) {
      problems.accept(field, "must have at most " + SpecLimits.MAX_PROMPT_ENTRIES + " entries");
    }
  }
}
