package io.awaken.core.loop.call;

import io.awaken.core.action.CoreActions;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.TestPlugin;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Scripted gates for the calls of an {@link AskedRun}: {@code a} asks about the call of {@code a},
 * {@code a!} blocks it, {@code a+!} asks and blocks the approved call, {@code a>!} blocks it when
 * it is about to start.
 */
record ScriptedGates(List<String> words) {

  static ScriptedGates of(String text) {
    return new ScriptedGates(AskedRun.names(text));
  }

  /**
   * @param ticket changes the question
   */
  List<Plugin> plugins(UnaryOperator<SuspendTicket> ticket) {
    List<String> asked =
        words.stream()
            .filter(word -> !word.endsWith("!") || word.endsWith("+!"))
            .map(word -> word.substring(0, 1))
            .toList();
    return List.of(AskedRun.gate("asks", asked, ticket), gate(), late());
  }

  private Plugin gate() {
    return new TestPlugin(
        "strict",
        r ->
            r.registerToolGateHook(
                context -> {
                  String suffix = context.decision() == null ? "!" : "+!";
                  return words.contains(context.call().name() + suffix)
                      ? Optional.of(new ToolIntercept.Block("not this one"))
                      : Optional.empty();
                }));
  }

  private Plugin late() {
    return new TestPlugin(
        "late",
        r ->
            r.registerPhaseHook(
                Phase.BEFORE_TOOL_EXECUTE,
                context ->
                    words.contains(context.call().name() + ">!")
                        ? StateCommand.none()
                            .schedule(
                                CoreActions.TOOL_INTERCEPT,
                                ToolIntercepts.Intercept.block("not this one"))
                        : null));
  }
}
