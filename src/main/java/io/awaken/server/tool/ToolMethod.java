package io.awaken.server.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolDescriptor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * A method that is a tool, read once.
 *
 * @param id the name the model calls
 * @param method the annotated method
 * @param called the method to call: {@code method}, or that of the bean's interface
 * @param annotation its annotation
 * @param parameters in the method's order
 */
record ToolMethod(
    String id, Method method, Method called, AgentTool annotation, List<ToolParameter> parameters) {

  /** Longer work should be started by one tool and polled by another. */
  private static final int MAX_SECONDS = 86_400;

  /**
   * @throws ToolDefinitionException naming the method and what to change
   */
  static ToolMethod of(Method method) {
    if (!Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
      throw refused(method, "is not a public instance method");
    }
    if (!Arrays.stream(method.getParameters()).allMatch(Parameter::isNamePresent)) {
      throw refused(method, "has parameters without names; compile its class with -parameters");
    }
    if (Future.class.isAssignableFrom(method.getReturnType())
        || CompletionStage.class.isAssignableFrom(method.getReturnType())) {
      throw refused(method, "returns a future; return the value itself, blocking is fine");
    }
    AgentTool annotation = method.getAnnotation(AgentTool.class);
    if (annotation.description().isBlank()) {
      throw refused(method, "has a blank description; the model chooses tools by it");
    }
    if (annotation.timeoutSeconds() < 0 || annotation.timeoutSeconds() > MAX_SECONDS) {
      throw refused(
          method,
          "has timeoutSeconds = "
              + annotation.timeoutSeconds()
              + "; it takes 1 to "
              + MAX_SECONDS
              + ", or 0 for the server's limit");
    }
    if (annotation.retry().length > 1) {
      throw refused(
          method,
          "has retry = "
              + Arrays.toString(annotation.retry())
              + "; it takes one value, or none for the default");
    }
    String id = annotation.name().isBlank() ? method.getName() : annotation.name();
    List<ToolParameter> parameters =
        Arrays.stream(method.getParameters()).map(ToolParameter::of).toList();
    String primary = annotation.primaryArgument();
    if (!primary.isEmpty() && parameters.stream().noneMatch(one -> primary.equals(one.name()))) {
      throw refused(
          method, "names the primary argument " + primary + ", but has no such parameter");
    }
    return new ToolMethod(id, method, method, annotation, parameters);
  }

  ToolMethod calledBy(Method other) {
    return new ToolMethod(id, method, other, annotation, parameters);
  }

  ToolDescriptor descriptor(ArgumentSchemas schemas) {
    String category = annotation.category().isBlank() ? null : annotation.category();
    String primary = annotation.primaryArgument().isEmpty() ? null : annotation.primaryArgument();
    return new ToolDescriptor(
        id, null, annotation.description(), schema(schemas), category, primary);
  }

  private JsonNode schema(ArgumentSchemas schemas) {
    if (annotation.schema().isBlank()) {
      return schemas.schema(parameters);
    }
    JsonNode written;
    try {
      written = ToolJson.MAPPER.readTree(annotation.schema());
      new ArgumentSchema(written);
    } catch (IOException | RuntimeException e) {
      throw refused(method, "has an invalid JSON schema: " + e.getMessage());
    }
    Set<String> named = new TreeSet<>();
    written.path("properties").fieldNames().forEachRemaining(named::add);
    Set<String> expected =
        parameters.stream()
            .filter(parameter -> !parameter.isContext())
            .map(ToolParameter::name)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!written.path("type").asText().equals("object") || !named.equals(expected)) {
      throw refused(
          method,
          "has a schema of the properties %s; it must be of type object, and of its parameters %s"
              .formatted(named, expected));
    }
    return written;
  }

  /**
   * How an interrupted call may be retried. A method without the idempotency key cannot recognise a
   * repeated call; the writes of a transactional one were rolled back.
   */
  RetryClass retryClass() {
    if (annotation.retry().length > 0) {
      return annotation.retry()[0];
    }
    boolean keyed = parameters.stream().anyMatch(ToolParameter::isContext);
    return keyed || annotation.transactional() ? RetryClass.KEYED : RetryClass.NEVER;
  }

  /** The time limit of a call; empty for the server's limit. */
  Optional<Duration> timeLimit() {
    int seconds = annotation.timeoutSeconds();
    return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
  }

  static ToolDefinitionException refused(Method method, String reason) {
    return new ToolDefinitionException(
        "tool method "
            + method.getDeclaringClass().getName()
            + "."
            + method.getName()
            + " "
            + reason);
  }
}
