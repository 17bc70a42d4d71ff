package io.awaken.builtin.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** {@code current_time(zone?)}: date and time to the second, in UTC by default. Thread-safe. */
public final class TimeTool implements Tool {

  private static final String ID = "current_time";
  private static final TextParameter ZONE =
      new TextParameter(
          "zone", "IANA time zone, for example Europe/Zurich; UTC when left out", 64, false);

  private final InstantSource clock;
  private final ToolDescriptor descriptor =
      new ToolDescriptor(ID, "Time", "Returns the current date and time.", ZONE.schema(), "demo");

  public TimeTool(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public ToolDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public boolean inline() {
    return true;
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    return ToolOutput.of(answer(arguments));
  }

  private ToolResult answer(JsonNode arguments) {
    String zone = arguments.path(ZONE.name()).asText("UTC");
    try {
      ZonedDateTime now = clock.instant().atZone(ZoneId.of(zone)).truncatedTo(ChronoUnit.SECONDS);
      return ToolResult.success(
          ID,
          JsonNodeFactory.instance
              .objectNode()
              .put("time", now.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME))
              .put("zone", zone)
              .put("weekday", now.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH)));
    } catch (DateTimeException e) {
      return ToolResult.errorWithCode(
          ID, "unknown_zone", "zone: no such time zone: " + zone + "; try one like Europe/Zurich");
    }
  }
}
