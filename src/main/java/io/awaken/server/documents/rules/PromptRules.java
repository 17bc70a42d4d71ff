package io.awaken.server.documents.rules;

import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.Argument;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** What must hold within a document of a prompt (features row 1113). */
final class PromptRules {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** What a message says of an argument, whether or not there can be one of that name. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)}}");

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
      message("messages[" + i + "].text", prompt.messages().get(i), names);
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
        problems.accept(at + "name", "'" + argument.name() + "' is an argument already");
      }
      atMost(at + "title", argument.title(), SpecLimits.MAX_DESCRIPTION);
      atMost(at + "description", argument.description(), SpecLimits.MAX_DESCRIPTION);
    }
    return names;
  }

  private void message(String field, PromptMessage message, Set<String> names) {
    if (message.text() == null || message.text().isBlank()) {
      problems.accept(field, "is required");
      return;
    }
    atMost(field, message.text(), SpecLimits.MAX_PROMPT_TEXT);
    PLACEHOLDER
        .matcher(message.text())
        .results()
        .map(found -> found.group(1))
        .filter(name -> !names.contains(name))
        .distinct()
        .forEach(
            name ->
                problems.accept(
                    field,
                    "{{%s}} is no argument; there are %s".formatted(name, new TreeSet<>(names))));
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
