package io.awaken.samples;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolParam;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** A tool: what the model is told follows from the method's signature. */
@ApplicationScoped
public class Orders {

  public enum Delivery {
    STANDARD,
    EXPRESS
  }

  public record Line(
      @ToolParam("the article's number") @NotBlank String article,
      @Min(1) @Max(99) int pieces,
      Optional<String> note) {}

  public record Placed(String order, int pieces) {}

  @AgentTool(
      name = "place_order",
      description = "Places an order. Use it once the customer has agreed.")
  @Transactional
  public Placed place(
      @ToolParam("what to deliver") @NotEmpty @Size(max = 20) List<@Valid Line> lines,
      Delivery delivery,
      @ToolParam("not before this day") Optional<LocalDate> from,
      ToolCallContext call) {
    return new Placed("A-" + call.caller().subject(), lines.stream().mapToInt(Line::pieces).sum());
  }
}
