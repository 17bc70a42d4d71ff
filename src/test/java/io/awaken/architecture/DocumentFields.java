package io.awaken.architecture;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which fields of documents some code acts on, and which the documentation says nothing does. */
final class DocumentFields {

  private static final List<Class<?>> DOCUMENTS =
      List.of(AgentSpec.class, ModelSpec.class, ProviderSpec.class);

  /** Reads and checks documents, copies them, or refuses them for a field. */
  private static final String PARSER = "io.awaken.server.documents";

  private static final String RECORDS = "io.awaken.core.spec";
  private static final String REFUSES = "unsupported";

  /** What every record has. */
  private static final Set<String> OF_RECORDS = Set.of("<init>", "toString", "equals", "hashCode");

  private static final String SECTION = "### Fields that nothing acts on yet\n";
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_.]+)` \\|");

  private DocumentFields() {}

  /** Fields, with those of nested records behind a dot, that no code outside the parser reads. */
  static Set<String> unread(JavaClasses code) {
    var unread = new TreeSet<String>();
    DOCUMENTS.forEach(document -> unread(code, document, "", unread));
    return unread;
  }

  private static void unread(
      JavaClasses code, Class<?> document, String prefix, Set<String> unread) {
    for (RecordComponent field : document.getRecordComponents()) {
      String name = prefix + SnakeCaseStrategy.INSTANCE.translate(field.getName());
      Class<?> type = field.getType();
      if (!isRead(code.get(document), field.getName())) {
        unread.add(name);
      } else if (type.isRecord() && type.getRecordComponents().length > 1) {
        unread(code, type, name + ".", unread);
      }
    }
  }

  private static boolean isRead(JavaClass document, String field) {
    boolean byOthers =
        document.getMethod(field).getAccessesToSelf().stream()
            .anyMatch(access -> !isParser(access));
    boolean byItself =
        document.getField(field).getAccessesToSelf().stream()
            .filter(access -> access.getAccessType() == JavaFieldAccess.AccessType.GET)
            .map(access -> access.getOrigin().getName())
            .anyMatch(method -> !method.equals(field) && !OF_RECORDS.contains(method));
    return byOthers || byItself;
  }

  private static boolean isParser(JavaAccess<?> access) {
    String where = access.getOriginOwner().getPackageName();
    return where.equals(PARSER)
        || where.equals(RECORDS)
        || access.getOriginOwner().isEquivalentTo(AgentResolver.class)
            && access.getOrigin().getName().equals(REFUSES);
  }

  /** The fields of which {@code docs/features.md} says that nothing acts on them. */
  static Set<String> documented() throws IOException {
    String features = Files.readString(Path.of("docs/features.md"));
    int from = features.indexOf(SECTION) + SECTION.length();
    String section = features.substring(from, features.indexOf("\n#", from));
    return new TreeSet<>(fields(section).toList());
  }

  private static Stream<String> fields(String section) {
    return ROW.matcher(section).results().map(row -> row.group(1));
  }
}
