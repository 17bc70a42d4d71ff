package com.example.shop;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.ToolIntercept;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * A bean of the shop; its interface makes it a plugin. It limits each agent to the orders of the
 * series that the agent's document lists.
 */
@ApplicationScoped
public class OrderScope implements Plugin {

  /** The section {@code orders} of an agent; an agent without it can read no order. */
  public record Orders(List<String> series) {}

  private static final String REFUSED = "out_of_scope";
  private static final ConfigSection<Orders> SECTION =
      ConfigSection.of("orders", schema(), Orders.class, () -> new Orders(List.of()));

  @Inject private AuditTrail trail;

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("order-scope");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerSection(SECTION);
    registrar.registerToolGateHook(OrderScope::decide);
    registrar.afterTool(this::note);
  }

  private static Optional<ToolIntercept> decide(PhaseContext context) {
    ToolCall call = context.call();
    String order = call.arguments().path("orderId").asText();
    List<String> visible = context.config(SECTION).series();
    if (order.isEmpty() || visible.stream().anyMatch(series -> order.startsWith(series + "-"))) {
      return Optional.empty();
    }
    String reason = "this desk sees orders of the series " + visible + " only";
    return Optional.of(
        new ToolIntercept.SetResult(ToolResult.errorWithCode(call.name(), REFUSED, reason)));
  }

  /** Called once per result, whereas a gate may be called repeatedly. */
  private AfterTool.Decision note(PhaseContext context, ToolCall call, ToolResult result) {
    if (REFUSED.equals(result.code())) {
      trail.note("refused");
    }
    return AfterTool.Decision.KEEP;
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode series = schema.putObject("properties").putObject("series").put("type", "array");
    series.putObject("items").put("type", "string");
    schema.putArray("required").add("series");
    return schema.put("additionalProperties", false);
  }
}
