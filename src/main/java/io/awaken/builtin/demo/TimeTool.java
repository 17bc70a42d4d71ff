package io.awaken.builtin.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** {@code current_time(zone?)}: date and time to the second, in UTC by default. Thread-safe. */
public final class TimeTool extends DemoTool {

  private static final String ID = "current_time";

  private final InstantSource clock;

  public TimeTool(InstantSource clock) {
    super(
        ID,
        "Time",
        "Returns the current date and time.",
        new TextParameter(
            "zone", "IANA time zone, for example Europe/Zurich; UTC when left out", 64, false));
    this.clock = clock;
  }

  @Override
  ToolResult answer(JsonNode argument) {
    String zone = argument.asText("UTC");
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
