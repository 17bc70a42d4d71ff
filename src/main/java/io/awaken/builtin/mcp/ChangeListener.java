package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.Inbox;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.Pause;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Listens for what a server says outside of any call, again and again, until its session is over:
 * that its list changed, or what it asks people. A server that offers no such stream is looked at
 * now and then only. For one thread.
 */
final class ChangeListener {

  /** How long one stream is kept. */
  private static final Duration STREAM = Duration.ofMinutes(30);

  private static final Duration BETWEEN = Duration.ofSeconds(2);

  /** What breaks the protocol or a limit ends the connection; what is not offered, only this. */
  private static final Set<Kind> BREACHES = Set.of(Kind.GARBAGE, Kind.FLOOD);

  private static final Set<Kind> BREAKS = Set.of(Kind.TIMEOUT, Kind.UNREACHABLE);

  private final McpSession session;
  private final Inbox inbox;
  private final Consumer<McpException> broken;
  private final Pause pause;

  ChangeListener(McpSession session, Inbox inbox, Consumer<McpException> broken, Pause pause) {
    this.session = session;
    this.inbox = inbox;
    this.broken = broken;
    this.pause = pause;
  }

  void listen(BooleanSupplier current) {
    try {
      while (current.getAsBoolean() && once()) {
        pause.sleep(BETWEEN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether to listen again. */
  private boolean once() throws InterruptedException {
    try {
      if (session.version().modern()) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.putObject("notifications").put("toolsListChanged", true);
        session.ask("subscriptions/listen", null, params, Map.of(), inbox, STREAM);
        return true;
      }
      long begin = System.nanoTime();
      session.transport().listen(inbox, STREAM);
      // Without a stream of their own such messages come anyway.
      return System.nanoTime() - begin > Duration.ofMillis(5).toNanos();
    } catch (McpException e) {
      if (BREACHES.contains(e.kind())) {
        broken.accept(e);
      }
      return BREAKS.contains(e.kind());
    }
  }
}
