package io.awaken.samples;

import com.fasterxml.jackson.core.type.TypeReference;
import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.CoreActions;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.state.profile.ProfileKey;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Greets customers who come again, shows clients what was asked, and tells the shop. */
public final class Regulars implements Plugin {

  /** What is known of a customer. */
  public record Customer(int visits) {}

  /** Thread: tools that were called, oldest first; clients see it. */
  static final StateKey<List<String>, String> CALLED =
      StateKey.of(
              "shop.called",
              new TypeReference<List<String>>() {},
              List::<String>of,
              (List<String> list, String tool) ->
                  Stream.concat(list.stream(), Stream.of(tool)).toList())
          .threadScoped()
          .clientVisible();

  /** An action before a request: its payload is the text that the model reads. */
  static final ActionKey<String> WELCOME =
      ActionKey.of("shop.welcome", Phase.BEFORE_INFERENCE, String.class);

  /** An effect: its payload is what the shop is told. */
  static final EffectKey<String> ASKED = EffectKey.of("shop.asked", String.class);

  /** Outlives threads: one value for each customer. */
  static final ProfileKey<Customer> CUSTOMER =
      ProfileKey.of("shop.customer", Customer.class, () -> new Customer(0));

  private final Consumer<String> shop;

  public Regulars(Consumer<String> shop) {
    this.shop = shop;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("regulars");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerKey(CALLED);
    registrar.registerProfileKey(CUSTOMER);
    registrar.registerScheduledAction(
        WELCOME,
        (context, text) ->
            StateCommand.none()
                .schedule(CoreActions.ADD_CONTEXT_MESSAGE, ContextMessage.system("welcome", text)));
    registrar.registerEffect(ASKED, (tool, effect) -> shop.accept(tool));
    registrar.onActivate(Regulars::come).blocking();
    registrar.registerPhaseHook(
        Phase.AFTER_TOOL_EXECUTE,
        context -> {
          String tool = context.call().name();
          return StateCommand.none().update(CALLED, tool).emit(ASKED, tool);
        });
  }

  private static StateCommand come(HookContext context) {
    ProfileAccess profile = context.profile().orElseThrow();
    String who = context.run().caller().subject();
    int visits = profile.read(CUSTOMER, who).visits();
    profile.write(CUSTOMER, who, new Customer(visits + 1));
    return visits == 0
        ? null
        : StateCommand.none().schedule(WELCOME, "The customer was here " + visits + " times.");
  }
}
