package io.awaken.http.openapi;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/**
 * Schemas by the mapper's own introspection, so that names and shapes match the wire. Records
 * become components that other schemas refer to.
 */
final class Schemas {

  private static final String REFERENCE = "#/components/schemas/";

  private final ObjectMapper mapper;
  private final Map<String, JavaType> types = new TreeMap<>();
  private final Deque<JavaType> open = new ArrayDeque<>();
  private final Map<String, Tag> tags = new TreeMap<>();

  /** The discriminator property of an object with several shapes, and its value for this one. */
  private record Tag(String property, String value) {}

  Schemas(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  JavaType type(Class<?> type, Class<?>... of) {
    return mapper.getTypeFactory().constructParametricType(type, of);
  }

  JavaType type(Class<?> type) {
    return mapper.constructType(type);
  }

  /** The schema of a type, or a reference to it. */
  Schema of(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == Object.class || raw == Record.class || JsonNode.class.isAssignableFrom(raw)) {
      return OASFactory.createSchema().description("any JSON");
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(raw) || raw == Boolean.class) {
      return simple(raw);
    }
    if (raw == String.class || raw == Instant.class) {
      return SchemaTypes.of(SchemaType.STRING);
    }
    if (raw == byte[].class) {
      return SchemaTypes.of(SchemaType.STRING).format("byte");
    }
    if (type.isEnumType()) {
      return choice(raw);
    }
    if (type.isCollectionLikeType() || type.isArrayType()) {
      return SchemaTypes.of(SchemaType.ARRAY).items(of(type.getContentType()));
    }
    if (type.isMapLikeType()) {
      return SchemaTypes.of(SchemaType.OBJECT)
          .additionalPropertiesSchema(of(type.getContentType()));
    }
    var plain = introspected(type).findJsonValueAccessor();
    return plain == null ? reference(type) : of(plain.getType());
  }

  /** The schema of an annotated element. */
  Schema of(JavaType declared, Described described) {
    JavaType type = declared;
    if (described != null && described.type() != void.class) {
      boolean list = declared.isCollectionLikeType();
      type = list ? type(List.class, described.type()) : type(described.type());
    }
    if (described != null && described.orListOf() != void.class) {
      return eitherOr(of(type), described);
    }
    Schema schema = of(type);
    if (described != null && described.orNull() && schema.getRef() != null) {
      // A reference allows no siblings.
      schema = SchemaTypes.of(SchemaType.OBJECT).addAllOf(schema);
    }
    if (described != null && described.also() != void.class) {
      schema.setItems(
          OASFactory.createSchema()
              .addAllOf(schema.getItems())
              .addAllOf(of(type(described.also()))));
    }
    return constrained(schema, type, described);
  }

  private Schema eitherOr(Schema one, Described described) {
    Schema list = SchemaTypes.of(SchemaType.ARRAY).items(of(type(described.orListOf())));
    list.setMinItems(1);
    list.setMaxItems(Math.toIntExact(described.max()));
    return OASFactory.createSchema().description(described.value()).addOneOf(one).addOneOf(list);
  }

  /** All components that were referred to, directly or not. */
  Map<String, Schema> components() {
    var components = new TreeMap<String, Schema>();
    while (!open.isEmpty()) {
      JavaType type = open.remove();
      components.put(name(type), component(type));
    }
    return components;
  }

  /** The components' types, by name. */
  Map<String, JavaType> types() {
    return types;
  }

  private Schema reference(JavaType type) {
    String name = name(type);
    JavaType known = types.putIfAbsent(name, type);
    if (known == null) {
      open.add(type);
    } else if (!known.equals(type)) {
      throw new IllegalStateException("two types are named " + name + ": " + known + ", " + type);
    }
    return OASFactory.createSchema().ref(REFERENCE + name);
  }

  private Schema component(JavaType type) {
    JsonTypeInfo several = type.getRawClass().getAnnotation(JsonTypeInfo.class);
    return several == null ? object(type) : oneOf(type, several.property());
  }

  private Schema oneOf(JavaType type, String property) {
    var resolver = mapper.getSubtypeResolver();
    var config = mapper.getSerializationConfig();
    var base = introspected(type).getClassInfo();
    List<Schema> each =
        resolver.collectAndResolveSubtypesByClass(config, base).stream()
            .filter(subtype -> subtype.getType() != type.getRawClass())
            .sorted(Comparator.comparing(NamedType::getName))
            .map(subtype -> tagged(subtype, property))
            .toList();
    return OASFactory.createSchema().oneOf(each);
  }

  private Schema tagged(NamedType subtype, String property) {
    JavaType type = type(subtype.getType());
    tags.put(name(type), new Tag(property, subtype.getName()));
    return reference(type);
  }

  /** Required fields are sorted, as one of the servers sorts them anyway. */
  private Schema object(JavaType type) {
    Schema schema = SchemaTypes.of(SchemaType.OBJECT);
    var required = new TreeSet<String>();
    Tag tag = tags.get(name(type));
    if (tag != null) {
      schema.addProperty(
          tag.property(), SchemaTypes.of(SchemaType.STRING).addEnumeration(tag.value()));
      required.add(tag.property());
    }
    for (BeanPropertyDefinition property : introspected(type).findProperties()) {
      RecordComponent component = component(type.getRawClass(), property.getInternalName());
      Described described = component == null ? null : component.getAnnotation(Described.class);
      schema.addProperty(property.getName(), of(property.getPrimaryType(), described));
      if (isRequired(component, property)) {
        required.add(property.getName());
      }
    }
    required.forEach(schema::addRequired);
    return schema;
  }

  /** A primitive cannot be missing. */
  private static boolean isRequired(RecordComponent component, BeanPropertyDefinition property) {
    return property.getPrimaryType().isPrimitive()
        || component != null && component.isAnnotationPresent(Required.class);
  }

  private static RecordComponent component(Class<?> type, String name) {
    return !type.isRecord()
        ? null
        : Arrays.stream(type.getRecordComponents())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElse(null);
  }

  private Schema choice(Class<?> type) {
    Schema schema = SchemaTypes.of(SchemaType.STRING);
    for (Object constant : type.getEnumConstants()) {
      schema.addEnumeration(mapper.convertValue(constant, String.class));
    }
    return schema;
  }

  private BeanDescription introspected(JavaType type) {
    return mapper.getSerializationConfig().introspect(type);
  }

  private static Schema simple(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return SchemaTypes.of(SchemaType.BOOLEAN);
    }
    if (type == int.class || type == Integer.class) {
      return SchemaTypes.of(SchemaType.INTEGER).format("int32");
    }
    if (type == long.class || type == Long.class) {
      return SchemaTypes.of(SchemaType.INTEGER).format("int64");
    }
    return SchemaTypes.of(SchemaType.NUMBER);
  }

  /** The name of a type: its annotation, or the class after its enclosing ones; and arguments. */
  static String name(JavaType type) {
    String name = name(type.getRawClass());
    return type.containedTypeCount() == 0
        ? name
        : IntStream.range(0, type.containedTypeCount())
            .mapToObj(i -> name(type.containedType(i)))
            .collect(Collectors.joining("And", name + "Of", ""));
  }

  private static String name(Class<?> type) {
    var named = type.getAnnotation(org.eclipse.microprofile.openapi.annotations.media.Schema.class);
    if (named != null) {
      return named.name();
    }
    Class<?> outer = type.getEnclosingClass();
    return outer == null ? type.getSimpleName() : name(outer) + type.getSimpleName();
  }

  /** Adds constraints to a schema. */
  private static Schema constrained(Schema schema, JavaType type, Described described) {
    if (described == null || schema.getRef() != null) {
      return schema;
    }
    if (!described.value().isEmpty()) {
      schema.setDescription(described.value());
    }
    if (described.orNull()) {
      SchemaTypes.addNull(schema);
    }
    if (described.values().length > 0) {
      schema.setEnumeration(List.of((Object[]) described.values()));
    }
    if (!described.fallback().isEmpty()) {
      schema.setDefaultValue(fallback(type.getRawClass(), described.fallback()));
    }
    if (described.min() != Long.MIN_VALUE) {
      limit(described.min(), type, schema::minItems, schema::minLength, schema::minimum);
    }
    if (described.max() != Long.MAX_VALUE) {
      limit(described.max(), type, schema::maxItems, schema::maxLength, schema::maximum);
    }
    return schema;
  }

  private static void limit(
      long limit,
      JavaType type,
      Consumer<Integer> items,
      Consumer<Integer> length,
      Consumer<BigDecimal> value) {
    if (type.isCollectionLikeType()) {
      items.accept(Math.toIntExact(limit));
    } else if (type.hasRawClass(String.class)) {
      length.accept(Math.toIntExact(limit));
    } else {
      value.accept(BigDecimal.valueOf(limit));
    }
  }

  private static Object fallback(Class<?> type, String text) {
    if (type == boolean.class) {
      return Boolean.valueOf(text);
    }
    return type == String.class ? text : Long.valueOf(text);
  }
}
