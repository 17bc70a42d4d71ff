package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import io.awaken.core.event.AgentEvent;
import io.awaken.store.jpa.rows.KnownIds.Kind;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How stored events differ from those that readers get: types and fields have short names, and
 * {@link KnownIds} are left out. Rows have the names: a new type or field gets one with its first
 * version, and none is ever changed or used again. What is not in the tables is stored as it is.
 */
final class StoredNames {

  /** Short names of event types. */
  static final Map<String, String> TYPES =
      table(
          """
          run_start b, run_finish f, step_start s, step_end e, stream_reset x, error er,
          text_delta t, reasoning_delta r, reasoning_encrypted_value re, inference_complete i,
          tool_call_start cs, tool_call_delta cd, tool_call_cancel cx, tool_call_ready cr,
          tool_call_done c, tool_call_stream_delta co, tool_call_resumed cb, messages_snapshot ms,
          activity_snapshot as, activity_delta ad, state_snapshot ss, state_delta sd,
          tool_filter_conflict tf, custom u\
          """);

  /** Short names of fields of events, and of the results, tokens and costs in them. */
  static final Map<String, String> FIELDS =
      table(
          """
          thread_id h, run_id u, parent_thread_id ph, parent_run_id pu, origin o, sender sn,
          supersedes su, message_id m, id i, target_id j, name n, delta d, args_delta a,
          arguments g, encrypted_value ev, result r, outcome oc, termination t, response rs,
          model l, usage k, duration_ms ms, prompt_tokens p, completion_tokens c, total_tokens tt,
          cache_read_tokens cr, cache_creation_tokens cc, thinking_tokens th, cost $, amount am,
          currency cu, tool_name tn, status s, data x, message q, code z, suspension sp,
          content y, messages w, partial pa, activity_type at, replace rp, patch pt, snapshot ss,
          filters f, winner wi, value v\
          """);

  /** Ids by the fields that have them. */
  private static final Map<String, Kind> IDS =
      Map.of(
          "threadId", Kind.THREAD,
          "runId", Kind.RUN,
          "messageId", Kind.MESSAGE,
          "id", Kind.CALL,
          "targetId", Kind.CALL);

  private StoredNames() {}

  /** Builds the mapper of stored events from that of other stored JSON. */
  static JsonMapper.Builder applied(JsonMapper mapper) {
    return mapper
        .rebuild()
        .annotationIntrospector(new Introspector())
        .propertyNamingStrategy(new Fields())
        .addMixIn(AgentEvent.class, Typed.class)
        .addModule(new SimpleModule().setSerializerModifier(new LeftOut()));
  }

  private static Map<String, String> table(String rows) {
    return Stream.of(rows.split(",\\s+"))
        .map(row -> row.split(" "))
        .collect(Collectors.toUnmodifiableMap(row -> row[0], row -> row[1]));
  }

  /** Returns what a component of an event names; null for no id that may be known. */
  private static Kind kind(Class<?> event, String component) {
    return event == AgentEvent.ToolCallDone.class && component.equals("messageId")
        ? Kind.RESULT
        : AgentEvent.class.isAssignableFrom(event) ? IDS.get(component) : null;
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "e")
  private interface Typed {}

  private static final class Fields extends PropertyNamingStrategies.NamingBase {
    private static final long serialVersionUID = 1L;

    @Override
    public String translate(String component) {
      String name = PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(component);
      return FIELDS.getOrDefault(name, name);
    }
  }

  private static final class Introspector extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public String findTypeName(AnnotatedClass type) {
      String name = super.findTypeName(type);
      return name != null && AgentEvent.class.isAssignableFrom(type.getRawType())
          ? TYPES.getOrDefault(name, name)
          : name;
    }

    @Override
    public Object findDeserializer(Annotated target) {
      if (target instanceof AnnotatedParameter parameter
          && parameter.getDeclaringClass().isRecord()) {
        RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
        if (parameter.getOwner().getParameterCount() == components.length) {
          String component = components[parameter.getIndex()].getName();
          Kind kind = kind(parameter.getDeclaringClass(), component);
          return kind == null ? super.findDeserializer(target) : new Id(kind);
        }
      }
      return super.findDeserializer(target);
    }
  }

  /** Reads an id, which may be known. */
  private static final class Id extends JsonDeserializer<String> {
    private final Kind kind;

    Id(Kind kind) {
      this.kind = kind;
    }

    @Override
    public String deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return KnownIds.of(context).id(kind, StringDeserializer.instance.deserialize(in, context));
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return KnownIds.of(context).id(kind, null);
    }
  }

  private static final class LeftOut extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
      properties.replaceAll(
          property -> {
            Kind kind = kind(bean.getBeanClass(), property.getMember().getName());
            return kind == null ? property : new IdWriter(property, kind);
          });
      return properties;
    }
  }

  /** Writes an id unless it is known; null as such. */
  private static final class IdWriter extends BeanPropertyWriter {
    private static final long serialVersionUID = 1L;
    private final Kind kind;

    IdWriter(BeanPropertyWriter property, Kind kind) {
      super(property);
      this.kind = kind;
    }

    @Override
    public void serializeAsField(Object event, JsonGenerator out, SerializerProvider provider)
        throws Exception {
      var id = (String) get(event);
      String stored = id == null ? null : KnownIds.of(provider).stored(kind, id);
      if (id == null || stored != null) {
        out.writeFieldName(getSerializedName());
        out.writeString(stored);
      }
    }
  }
}
