package io.awaken.core.plugin;

import com.fasterxml.jackson.core.type.TypeReference;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.plugin.hook.ToolPolicyDecision;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A plugin that registers a part with every method of the registrar, found by reflection. Each part
 * reports the point of its call, and changes only one value of the state: where it may return a
 * command, it adds the name of its point to {@link #WROTE}.
 *
 * @param called receives the name of the point, on the thread of the call
 * @param registered receives each registration of the plugin
 */
record EveryPart(Consumer<String> called, Consumer<Registration<?>> registered) implements Plugin {

  /** Points whose parts could write. */
  static final StateKey<Set<String>, String> WROTE =
      StateKey.of("every_part.wrote", new TypeReference<Set<String>>() {}, Set::of, EveryPart::and)
          .commutative()
          .threadScoped();

  /** Methods that register a part at a point of a run, by name. */
  static List<Method> methods() {
    return Arrays.stream(PluginRegistrar.class.getMethods())
        .filter(method -> method.getDeclaringClass() == PluginRegistrar.class)
        .filter(method -> method.getReturnType() == Registration.class)
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  /** The one method of a part's interface that a plugin has to write. */
  static Method toWrite(Class<?> part) {
    return Arrays.stream(part.getMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("every-part");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerKey(WROTE);
    for (Method method : methods()) {
      if (method.getParameterCount() == 1) {
        register(registrar, method, null);
      } else {
        Arrays.stream(Phase.values()).forEach(phase -> register(registrar, method, phase));
      }
    }
  }

  /** The point at which a method registers, such as {@code tool_gate}. */
  static ExtensionPoint<?> point(Method method) {
    Plugin alone =
        new Plugin() {
          @Override
          public PluginDescriptor descriptor() {
            return PluginDescriptor.of("alone");
          }

          @Override
          public void register(PluginRegistrar registrar) {
            new EveryPart(at -> {}, part -> {}).register(registrar, method, null);
          }
        };
    return PluginRegistration.of(alone).parts().getFirst().at();
  }

  private void register(PluginRegistrar registrar, Method method, Phase phase) {
    Class<?> type = method.getParameterTypes()[method.getParameterCount() - 1];
    String[] point = new String[1];
    Object part =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, call, arguments) -> {
              if (!Modifier.isAbstract(call.getModifiers())) {
                return call.getDeclaringClass() == Object.class
                    ? type.getSimpleName()
                    : InvocationHandler.invokeDefault(proxy, call, arguments);
              }
              called.accept(point[0]);
              return nothing(call, arguments, StateCommand.none().update(WROTE, point[0]));
            });
    try {
      Object[] given = phase == null ? new Object[] {part} : new Object[] {phase, part};
      var registration = (Registration<?>) method.invoke(registrar, given);
      point[0] = registration.registered().at().name();
      registered.accept(registration);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> and(Set<String> points, String point) {
    var more = new TreeSet<>(points);
    more.add(point);
    return more;
  }

  /** The result of a part that changes nothing, with a command if possible. */
  private static Object nothing(Method call, Object[] arguments, StateCommand command) {
    Class<?> type = call.getReturnType();
    if (type == List.class) {
      return arguments[arguments.length - 1] instanceof List<?> before ? before : List.of();
    }
    Map<Class<?>, Supplier<?>> values =
        Map.of(
            StateCommand.class, () -> command,
            Optional.class, Optional::empty,
            LlmRequest.class, () -> arguments[1],
            BeforeModel.Outcome.class,
                () -> new BeforeModel.Proceed((LlmRequest) arguments[1], command),
            BeforeTool.Outcome.class,
                () -> new BeforeTool.Proceed(((ToolCall) arguments[1]).arguments(), command),
            AfterModel.Decision.class, () -> AfterModel.Decision.KEEP.and(command),
            AfterTool.Decision.class, () -> AfterTool.Decision.KEEP.and(command),
            ToolPolicyDecision.class, ToolPolicyDecision::allow);
    return values.getOrDefault(type, () -> null).get();
  }
}
