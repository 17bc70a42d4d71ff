package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectRegistry;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.DynamicRefValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.RecursiveRefValidator;
import com.networknt.schema.keyword.RefValidator;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A compiled JSON schema that may come from a stranger, such as an MCP server: patterns that
 * backtrack and references that multiply could make a validation endless, so each has a number of
 * steps that grows with the size of the value only. Draft 2020-12 unless it names an older one; an
 * unknown one is ignored, and nothing is ever fetched. Thread-safe.
 */
public final class BoundedSchema {

  private static final Dialect NEWEST = CountedReference.in(Dialects.getDraft202012());

  private static final Map<String, Dialect> OLDER =
      Stream.of(
              Dialects.getDraft4(),
              Dialects.getDraft6(),
              Dialects.getDraft7(),
              Dialects.getDraft201909())
          .collect(Collectors.toMap(dialect -> named(dialect.getId()), CountedReference::in));

  /** The validator's own registry would look for unknown dialects on the class path. */
  private static final DialectRegistry REGISTRY =
      (id, registry) -> OLDER.getOrDefault(named(id), NEWEST);

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder().regularExpressionFactory(CountedPattern::new).build();

  private final Schema schema;

  /**
   * @throws RuntimeException when the document is no JSON schema
   */
  public BoundedSchema(JsonNode document) {
    // Separate registries, since two schemas may have the same $id.
    this.schema =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                registry -> registry.schemaRegistryConfig(CONFIG).dialectRegistry(REGISTRY))
            .getSchema(document);
  }

  private static String named(String dialect) {
    return dialect.endsWith("#") ? dialect.substring(0, dialect.length() - 1) : dialect;
  }

  /**
   * Validates a value.
   *
   * @return all violations
   * @throws StepLimit.Exceeded when that takes too many steps
   */
  public List<Error> validate(JsonNode value) {
    return StepLimit.during(value, () -> schema.validate(value));
  }

  /** A pattern of a schema; each character that it reads is a step. Thread-safe. */
  static final class CountedPattern implements RegularExpression {

    private final Pattern pattern;

    CountedPattern(String text) {
      pattern = compiled(text);
    }

    /** As the validator's own patterns, and where Java has no such syntax as near as it can. */
    private static Pattern compiled(String text) {
      try {
        return Pattern.compile(
            RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(text)));
      } catch (PatternSyntaxException e) {
        return EcmaPattern.inJava(text);
      }
    }

    @Override
    public boolean matches(String value) {
      try {
        return pattern.matcher(new Counted(value, StepLimit.current())).find();
      } catch (Stopped e) {
        return false;
      }
    }

    /** Leaves the matcher when no steps are left. */
    private static final class Stopped extends RuntimeException {
      private static final long serialVersionUID = 1L;

      Stopped() {
        super(null, null, false, false);
      }
    }

    private record Counted(CharSequence text, StepLimit limit) implements CharSequence {

      @Override
      public int length() {
        return text.length();
      }

      @Override
      public char charAt(int index) {
        if (!limit.spend(1)) {
          throw new Stopped();
        }
        return text.charAt(index);
      }

      @Override
      public CharSequence subSequence(int from, int to) {
        return new Counted(text.subSequence(from, to), limit);
      }

      @Override
      public String toString() {
        return text.toString();
      }
    }
  }

  /** A keyword that refers to another schema; each time it is followed costs steps. Thread-safe. */
  static final class CountedReference extends AbstractKeyword {

    /** A followed reference is dearer than a read character. */
    private static final int COST = 100;

    private final Factory factory;

    private interface Factory {
      KeywordValidator of(
          SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context);
    }

    private CountedReference(String keyword, Factory factory) {
      super(keyword);
      this.factory = factory;
    }

    /** The dialect with its references counted. */
    static Dialect in(Dialect dialect) {
      Dialect.Builder counted = Dialect.builder(dialect);
      add(counted, dialect, new CountedReference("$ref", Plain::new));
      add(counted, dialect, new CountedReference("$dynamicRef", Dynamic::new));
      add(counted, dialect, new CountedReference("$recursiveRef", Recursive::new));
      return counted.build();
    }

    private static void add(Dialect.Builder counted, Dialect dialect, CountedReference reference) {
      if (dialect.getKeywords().containsKey(reference.getValue())) {
        counted.keyword(reference);
      }
    }

    @Override
    public KeywordValidator newValidator(
        SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
      return factory.of(place, reference, parent, context);
    }

    private static final class Plain extends RefValidator {
      Plain(SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
        super(place, reference, parent, context);
      }

      @Override
      public void validate(
          ExecutionContext execution, JsonNode node, JsonNode root, NodePath location) {
        if (StepLimit.current().spend(COST)) {
          super.validate(execution, node, root, location);
        }
      }
    }

    private static final class Dynamic extends DynamicRefValidator {
      Dynamic(SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
        super(place, reference, parent, context);
      }

      @Override
      public void validate(
          ExecutionContext execution, JsonNode node, JsonNode root, NodePath location) {
        if (StepLimit.current().spend(COST)) {
          super.validate(execution, node, root, location);
        }
      }
    }

    private static final class Recursive extends RecursiveRefValidator {
      Recursive(SchemaLocation place, JsonNode reference, Schema parent, SchemaContext context) {
        super(place, reference, parent, context);
      }

      @Override
      public void validate(
          ExecutionContext execution, JsonNode node, JsonNode root, NodePath location) {
        if (StepLimit.current().spend(COST)) {
          super.validate(execution, node, root, location);
        }
      }
    }
  }
}
