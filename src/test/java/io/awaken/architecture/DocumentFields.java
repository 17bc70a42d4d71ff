package io.awaken.architecture;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.state.Codec;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which fields of documents some code acts on, and which the documentation says nothing does. */
final class DocumentFields {

  private static final List<Class<?>> DOCUMENTS =
      List.of(
          AgentSpec.class,
          ModelSpec.class,
          ModelPoolSpec.class,
          ProviderSpec.class,
          McpServerSpec.class,
          A2aServerSpec.class,
          PromptSpec.class,
          ResourceSpec.class,
          WebhookSpec.class);

  /** Reads and checks documents, copies them, or refuses them for a field. */
  private static final String PARSER = "io.awaken.config";

  /** Builds what runs from documents, within the parser's room. */
  private static final String REGISTRY = "io.awaken.config.registry";

  private static final String RECORDS = "io.awaken.core.spec";
  private static final String REFUSES = "unsupported";

  /** What every record has. */
  private static final Set<String> OF_RECORDS = Set.of("<init>", "toString", "equals", "hashCode");

  private static final String SECTION = "### Fields that nothing acts on yet\n";
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_.]+)` \\|");

  private final JavaClasses code;
  private final Set<String> unread = new TreeSet<>();

  /** Records on the way to the one that is looked into: one may have others of its own kind. */
  private final Set<Class<?>> within = new HashSet<>();

  private DocumentFields(JavaClasses code) {
    this.code = code;
  }

  /**
   * Fields that no code outside the parser reads, also those of the sections that come along. Those
   * of records in a field, a list or a map stand behind a dot.
   */
  static Set<String> unread(JavaClasses code) {
    var fields = new DocumentFields(code);
    DOCUMENTS.forEach(document -> fields.lookInto(document, ""));
    code.stream()
        .flatMap(each -> each.getFields().stream())
        .filter(field -> field.getRawType().isEquivalentTo(ConfigSection.class))
        .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
        .map(JavaField::reflect)
        .forEach(fields::lookIntoSection);
    return fields.unread;
  }

  /** The same of one document. */
  static Set<String> unread(JavaClasses code, Class<?> document) {
    var fields = new DocumentFields(code);
    fields.lookInto(document, "");
    return fields.unread;
  }

  /** A section that is no object, such as a list, is read into something that has no fields. */
  private void lookIntoSection(Field field) {
    ConfigSection<?> section = section(field);
    if (section.schema().path("type").asText().equals("object")) {
      records(field.getGenericType(), section.key() + ".");
    }
  }

  private static ConfigSection<?> section(Field field) {
    try {
      field.setAccessible(true);
      return (ConfigSection<?>) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(field + " cannot be read", e);
    }
  }

  private void lookInto(Class<?> document, String prefix) {
    if (!within.add(document)) {
      return;
    }
    for (RecordComponent field : document.getRecordComponents()) {
      String name = prefix + SnakeCaseStrategy.INSTANCE.translate(field.getName());
      if (isRead(code.get(document), field.getName())) {
        records(field.getGenericType(), name + ".");
      } else {
        unread.add(name);
      }
    }
    within.remove(document);
  }

  /** Looks into the records of a type: itself, what it permits, what it holds. */
  private void records(Type type, String prefix) {
    if (type instanceof ParameterizedType holder) {
      Arrays.stream(holder.getActualTypeArguments()).forEach(held -> records(held, prefix));
    } else if (type instanceof Class<?> one && one.isSealed()) {
      Arrays.stream(one.getPermittedSubclasses()).forEach(each -> records(each, prefix));
    } else if (type instanceof Class<?> one && one.isRecord() && !isOneValue(one)) {
      lookInto(one, prefix);
    }
  }

  /** Whether it is written as one value, so that it has no fields in a document. */
  private static boolean isOneValue(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .anyMatch(method -> method.isAnnotationPresent(JsonValue.class));
  }

  private static boolean isRead(JavaClass document, String field) {
    boolean byOthers =
        document.getMethod(field).getAccessesToSelf().stream()
            .anyMatch(access -> !isParser(access) && !copies(access.getOrigin(), document));
    boolean byItself =
        document.getField(field).getAccessesToSelf().stream()
            .filter(access -> access.getAccessType() == JavaFieldAccess.AccessType.GET)
            .map(JavaAccess::getOrigin)
            .filter(method -> !copies(method, document))
            .map(JavaCodeUnit::getName)
            .anyMatch(method -> !method.equals(field) && !OF_RECORDS.contains(method));
    return byOthers || byItself;
  }

  /** Whether a method of a record does no more with its fields than to make another one. */
  private static boolean copies(JavaCodeUnit method, JavaClass document) {
    return method.getOwner().equals(document) && method.getRawReturnType().equals(document);
  }

  private static boolean isParser(JavaAccess<?> access) {
    JavaClass where = access.getOriginOwner();
    String room = where.getPackageName();
    return room.startsWith(PARSER) && !room.equals(REGISTRY)
        || room.equals(RECORDS)
        || where.isAssignableTo(Codec.class)
        || where.isEquivalentTo(AgentResolver.class)
            && access.getOrigin().getName().equals(REFUSES);
  }

  /** The fields of which {@code docs/evidence/features.md} says that nothing acts on them. */
  static Set<String> documented() throws IOException {
    String features = Files.readString(Path.of("docs/evidence/features.md"));
    int from = features.indexOf(SECTION) + SECTION.length();
    String section = features.substring(from, features.indexOf("\n#", from));
    return new TreeSet<>(fields(section).toList());
  }

  private static Stream<String> fields(String section) {
    return ROW.matcher(section).results().map(row -> row.group(1));
  }
}
