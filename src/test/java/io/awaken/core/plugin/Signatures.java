package io.awaken.core.plugin;

import io.awaken.core.message.ToolCall;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.StateCommand;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolOutput;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Signatures for readers of the guide, and what these methods may do. */
final class Signatures {

  private Signatures() {}

  /** The public methods of the registrar. */
  static List<Method> registrar() {
    return Arrays.stream(PluginRegistrar.class.getMethods())
        .filter(method -> method.getDeclaringClass() == PluginRegistrar.class)
        .toList();
  }

  /** The one of this signature. */
  static Method registrar(String signature) {
    return registrar().stream()
        .filter(method -> of(method).equals(signature))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the registrar has no " + signature));
  }

  /** A method of the registrar with the types of its parameters, without type parameters. */
  static String of(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  /** Whether a part is one method that a plugin writes. */
  static boolean isMethod(Class<?> part) {
    return part.isInterface()
        && Arrays.stream(part.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .count()
            == 1;
  }

  /** What a plugin has to write for a part that is one method. */
  static String toWrite(Class<?> part) {
    Method method = EveryPart.toWrite(part);
    return Arrays.stream(method.getParameters())
        .map(Signatures::parameter)
        .collect(
            Collectors.joining(
                ", ", type(method.getGenericReturnType()) + " " + method.getName() + "(", ")"));
  }

  private static String parameter(Parameter parameter) {
    return type(parameter.getParameterizedType()) + " " + parameter.getName();
  }

  private static String type(Type type) {
    return switch (type) {
      case ParameterizedType generic ->
          Arrays.stream(generic.getActualTypeArguments())
              .map(Signatures::type)
              .collect(Collectors.joining(", ", type(generic.getRawType()) + "<", ">"));
      case Class<?> plain ->
          plain.getEnclosingClass() == null
              ? plain.getSimpleName()
              : type(plain.getEnclosingClass()) + "." + plain.getSimpleName();
      case WildcardType any -> "?";
      default -> type.getTypeName();
    };
  }

  /** Whether a call may be at hand, so that it alone can fail. */
  static boolean getsACall(Class<?> part) {
    return Arrays.stream(EveryPart.toWrite(part).getParameterTypes())
        .anyMatch(type -> type == ToolCall.class || type == PhaseContext.class);
  }

  /** Whether what a part returns has a command, alone or as a component. */
  static boolean writes(Class<?> part) {
    Class<?> result =
        part == Tool.class ? ToolOutput.class : EveryPart.toWrite(part).getReturnType();
    return result == StateCommand.class
        || Arrays.stream(result.getMethods())
            .anyMatch(
                method ->
                    method.getParameterCount() == 0
                        && method.getReturnType() == StateCommand.class);
  }
}
