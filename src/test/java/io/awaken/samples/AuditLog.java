package io.awaken.samples;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import java.util.function.Consumer;

/** Writes down who did what, after it is committed. */
public final class AuditLog implements Plugin {

  /** One line of the log. */
  public record Entry(String who, String what) {}

  private static final EffectKey<Entry> RECORD = EffectKey.of("audit.record", Entry.class);

  private final Consumer<Entry> store;

  public AuditLog(Consumer<Entry> store) {
    this.store = store;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("audit-log");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerEffect(RECORD, (entry, context) -> store.accept(entry));
    registrar.registerPhaseHook(
        Phase.RUN_START,
        context -> record(context.run().caller().subject(), "starts " + context.run().agentId()));
    registrar.registerPhaseHook(
        Phase.AFTER_TOOL_EXECUTE,
        context -> record(context.run().agentId(), "called " + context.call().name()));
  }

  private static StateCommand record(String who, String what) {
    return StateCommand.none().emit(RECORD, new Entry(who, what));
  }
}
