package io.awaken.core.text;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Map;

/**
 * The SHA-256 of JSON values, independent of the order of fields: that of the text that {@link
 * JsonNode#toString} gives for the value with sorted fields. Neither that value nor its text is
 * made. Reusable, for one thread.
 */
public final class CanonicalHash {

  private static final JsonMapper MAPPER =
      JsonMapper.builder(new JsonFactoryBuilder().rootValueSeparator((String) null).build())
          .build();

  private final MessageDigest digest;
  private final SerializerProvider provider = MAPPER.getSerializerProviderInstance();
  private final JsonGenerator generator;
  private long length;

  public CanonicalHash() {
    digest = sha256();
    try {
      generator =
          MAPPER.createGenerator(new OutputStreamWriter(new Digested(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Digested extends OutputStream {
    @Override
    public void write(int one) {
      digest.update((byte) one);
      length++;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
      digest.update(bytes, offset, count);
      length += count;
    }
  }

  /** Returns the hash of a value, as 64 hexadecimal digits. */
  public String of(JsonNode value) {
    length = 0;
    try {
      write(value);
      generator.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns the SHA-256 of a text, as 64 hexadecimal digits. */
  public static String ofText(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns the number of bytes of the last value's text. */
  public long length() {
    return length;
  }

  private void write(JsonNode value) throws IOException {
    if (value instanceof ObjectNode object) {
      generator.writeStartObject();
      for (Map.Entry<String, JsonNode> field : sorted(object)) {
        generator.writeFieldName(field.getKey());
        write(field.getValue());
      }
      generator.writeEndObject();
    } else if (value.isArray()) {
      generator.writeStartArray();
      for (JsonNode each : value) {
        write(each);
      }
      generator.writeEndArray();
    } else {
      value.serialize(generator, provider);
    }
  }

  /** The fields themselves if they are in order. */
  private static Iterable<Map.Entry<String, JsonNode>> sorted(ObjectNode object) {
    String before = "";
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (before.compareTo(field.getKey()) > 0) {
        var fields = new ArrayList<>(object.properties());
        fields.sort(Map.Entry.comparingByKey());
        return fields;
      }
      before = field.getKey();
    }
    return object.properties();
  }
}
