package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.FunctionTool;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What tools did to the world outside, as they see it themselves (invariant I5): one that
 * recognises its key did it once, one that is never repeated was called once at the most.
 */
final class Effects {
  private final Map<RunId, Set<String>> keys = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> once = new ConcurrentHashMap<>();
  private final AtomicInteger keyed = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();

  Tool tool(String id, RetryClass retry) {
    return new FunctionTool(
            id,
            (arguments, context) -> {
              if (retry == RetryClass.NEVER) {
                String call = context.run().runId() + "/" + context.callId();
                once.computeIfAbsent(call, first -> new AtomicInteger()).incrementAndGet();
              } else {
                keyed.incrementAndGet();
                keys.computeIfAbsent(context.run().runId(), run -> ConcurrentHashMap.newKeySet())
                    .add(context.idempotencyKey());
              }
              return ToolResult.success(id, TextNode.valueOf("done"));
            })
        .retried(retry);
  }

  /** Somebody had to say what a call did. */
  void unknown() {
    unknown.incrementAndGet();
  }

  /** Each of these runs has booked once at the most, however often it was tried. */
  void hold(Collection<RunId> runs) {
    for (RunId run : runs) {
      assertThat(keys.getOrDefault(run, Set.of())).as("keys of " + run).hasSizeLessThanOrEqualTo(1);
    }
    assertThat(once).allSatisfy((call, times) -> assertThat(times.get()).as(call).isOne());
  }

  @Override
  public String toString() {
    int known = keys.values().stream().mapToInt(Set::size).sum();
    return (keyed.get() - known)
        + " calls were repeated under their key, "
        + unknown
        + " had an outcome that nobody knew";
  }
}
