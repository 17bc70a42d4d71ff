package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.FunctionTool;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The external effects of tools, counted by the tools themselves (invariant I5): a tool that
 * recognises its key acted once; one that is never repeated was called once, or at most once if its
 * outcome is unknown.
 */
final class Effects {
  private final Map<RunId, Set<String>> keys = new ConcurrentHashMap<>();
  private final Map<RunId, AtomicInteger> once = new ConcurrentHashMap<>();
  private final AtomicInteger keyed = new AtomicInteger();
  private final Set<RunId> unknown = ConcurrentHashMap.newKeySet();

  Tool tool(String id, RetryClass retry) {
    return new FunctionTool(
            id,
            (arguments, context) -> {
              RunId run = context.run().runId();
              if (retry == RetryClass.NEVER) {
                once.computeIfAbsent(run, first -> new AtomicInteger()).incrementAndGet();
              } else {
                keyed.incrementAndGet();
                keys.computeIfAbsent(run, first -> ConcurrentHashMap.newKeySet())
                    .add(context.idempotencyKey());
              }
              return ToolResult.success(id, TextNode.valueOf("done"));
            })
        .retried(retry);
  }

  /** Counts a call with an unknown outcome, which an operator gave up. */
  void unknown(RunId run) {
    unknown.add(run);
  }

  /** Returns their number. */
  int unknown() {
    return unknown.size();
  }

  /** Asserts that each of these ended runs did its work, however often it was repeated. */
  void hold(Map<RunId, TerminationReason> ends) {
    ends.forEach(
        (run, end) -> {
          assertThat(keys.getOrDefault(run, Set.of())).as("I5: keys of " + run).hasSize(1);
          int times = once.containsKey(run) ? once.get(run).get() : 0;
          if (unknown.contains(run)) {
            assertThat(times).as("I5: " + run).isLessThanOrEqualTo(1);
            assertThat(end).as(run.value()).isInstanceOf(TerminationReason.Cancelled.class);
          } else {
            assertThat(times).as("I5: " + run).isOne();
            assertThat(end).as(run.value()).isInstanceOf(TerminationReason.NaturalEnd.class);
          }
        });
  }

  @Override
  public String toString() {
    int known = keys.values().stream().mapToInt(Set::size).sum();
    return (keyed.get() - known)
        + " calls were repeated under their key, "
        + unknown.size()
        + " had an unknown outcome";
  }
}
