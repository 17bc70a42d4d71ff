package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonValue;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.awaken.core.state.Codec;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The check of document fields sees those that are nested, wherever they are. */
@Rows({9, 21, 22, 23})
class DocumentFieldsTest {

  record Sample(
      String name, Part part, List<Part> parts, Map<String, List<Part>> byName, Shape shape) {}

  record Part(String read, String idle, List<Part> inner, Text text) {
    Part withRead(String other) {
      return new Part(other, idle, inner, text);
    }
  }

  sealed interface Shape {}

  record Circle(int radius, String colour) implements Shape {}

  record Square(int side) implements Shape {}

  /** Written as one value: what it is made of is no field. */
  record Text(String first, String second) {
    @JsonValue
    String joined() {
      return "";
    }
  }

  static final class Reader {
    Object read(Sample sample, Part part) {
      return List.of(
          sample.part(),
          sample.parts(),
          sample.byName(),
          sample.shape(),
          part.read(),
          part.inner(),
          part.text());
    }

    int area(Shape shape) {
      return switch (shape) {
        case Circle circle -> circle.radius();
        case Square square -> square.side();
      };
    }
  }

  abstract static class PartCodec implements Codec<Part> {
    String write(Part part) {
      return part.idle();
    }
  }

  @Test
  void aFieldThatIsOnlyCopiedOrWrittenIsFoundInRecordsListsMapsAndVariants() {
    var code =
        new ClassFileImporter()
            .importClasses(
                Sample.class,
                Part.class,
                Shape.class,
                Circle.class,
                Square.class,
                Text.class,
                Reader.class,
                PartCodec.class,
                Codec.class);

    assertThat(DocumentFields.unread(code, Sample.class))
        .containsExactlyInAnyOrder(
            "name", "part.idle", "parts.idle", "by_name.idle", "shape.colour");
  }
}
