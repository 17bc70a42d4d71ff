package io.awaken.core.plugin;

import io.awaken.core.plugin.RegistrarTable.Row;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.Phase;
import io.awaken.core.tool.Tool;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of {@code docs/plugins.md}. */
final class GuideTables {

  private static final String ROOT = "io.awaken.";

  private GuideTables() {}

  /** The part that a method of the registrar takes: its last parameter. */
  static Class<?> part(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    boolean options = parameters[parameters.length - 1].getSimpleName().endsWith("Options");
    return parameters[parameters.length - (options ? 2 : 1)];
  }

  /** The points at which a method registers. */
  static Set<String> points(Method method) {
    return method.getParameterCount() == 1
        ? Set.of(EveryPart.point(method).name())
        : Arrays.stream(Phase.values())
            .map(phase -> ExtensionPoint.of(phase).name())
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** One line for each method of the registrar. */
  static String methods() {
    String head =
        """
        | Method | You write | Package | Called | What it does | Writes state | May block | When it fails |
        |---|---|---|---|---|---|---|---|
        """;
    return RegistrarTable.ROWS.stream()
        .map(GuideTables::line)
        .collect(Collectors.joining("\n", head, "\n"));
  }

  private static String line(Row row) {
    Method method = Signatures.registrar(row.method());
    Class<?> part = part(method);
    boolean atPoint = method.getReturnType() == Registration.class;
    boolean written = Signatures.isMethod(part);
    return "| "
        + String.join(
            " | ",
            "`" + row.method() + "`",
            written ? "`" + Signatures.toWrite(part) + "`" : "-",
            "`" + part.getPackageName().substring(ROOT.length()) + "`",
            atPoint && method.getParameterCount() == 1
                ? "`" + EveryPart.point(method).name() + "`: " + row.when()
                : row.when(),
            row.does(),
            written || part == Tool.class ? yes(Signatures.writes(part)) : "-",
            atPoint ? "on request" : row.blocks(),
            atPoint ? fails(method) : row.fails())
        + " |";
  }

  private static String yes(boolean so) {
    return so ? "yes" : "no";
  }

  /** The default policy, and those that a part may declare. */
  private static String fails(Method method) {
    ExtensionPoint<?> point =
        method.getParameterCount() == 1
            ? EveryPart.point(method)
            : ExtensionPoint.of(Phase.STEP_START);
    if (point.defaultPolicy() == FailurePolicy.IGNORE) {
      return point.admits(FailurePolicy.WITHHOLD) ? "ignored; or `WITHHOLD`" : "ignored, always";
    }
    boolean call = Signatures.getsACall(part(method));
    boolean ignored = point.admits(FailurePolicy.IGNORE);
    if (!call) {
      return "run; or `IGNORE`";
    }
    return ignored ? "run; or `FAIL_CALL`, `IGNORE`" : "run; or `FAIL_CALL`; never ignored";
  }

  /** When each phase is entered, and what its hooks get beside the run. */
  static String phases(List<PhaseContext> seen) {
    String head =
        """
        | Phase | Called | `call()` | `result()` | `answer()` |
        |---|---|---|---|---|
        """;
    return Arrays.stream(Phase.values())
        .map(
            phase ->
                "| `%s` | %s | %s | %s | %s |"
                    .formatted(
                        phase,
                        RegistrarTable.when(phase),
                        given(seen, phase, PhaseContext::call),
                        given(seen, phase, PhaseContext::result),
                        given(seen, phase, PhaseContext::answer)))
        .collect(Collectors.joining("\n", head, "\n"));
  }

  private static String given(
      List<PhaseContext> seen, Phase phase, Function<PhaseContext, Object> what) {
    List<PhaseContext> of = seen.stream().filter(context -> context.phase() == phase).toList();
    long present = of.stream().map(what).filter(Objects::nonNull).count();
    if (present == 0) {
      return "-";
    }
    return present == of.size() ? "x" : "some";
  }

  /** Points in the order of their calls; lines end at the model, the tool and the commits. */
  static String order(List<String> calls) {
    var lines = new StringBuilder("```text\n");
    String before = "\n";
    for (String call : calls) {
      boolean step = call.equals(ExtensionPoint.of(Phase.STEP_START).name());
      lines.append(step && !before.equals("\n") ? "\n" : before.equals("\n") ? "" : " > ");
      lines.append(call);
      before = call.startsWith("(") ? "\n" : call;
      lines.append(call.startsWith("(") ? "\n" : "");
    }
    return lines.append("\n```\n").toString();
  }
}
