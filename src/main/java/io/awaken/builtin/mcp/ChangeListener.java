package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.Deadline;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.outbound.Sleeper;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Receives a server's notifications and requests outside of calls until its session ends: changes
 * of its list, and elicitations. Servers without such a stream are only polled. For one thread.
 */
final class ChangeListener {

  /** Maximum duration of one stream. */
  private static final Duration STREAM = Duration.ofMinutes(30);

  private static final Duration BETWEEN = Duration.ofSeconds(2);

  /**
   * A breach of the protocol or a limit closes the connection; an unsupported stream only ends
   * listening.
   */
  private static final Set<Kind> BREACHES = Set.of(Kind.GARBAGE, Kind.FLOOD);

  private static final Set<Kind> BREAKS = Set.of(Kind.TIMEOUT, Kind.UNREACHABLE, Kind.CANCELLED);

  private final McpSession session;
  private final MessageHandler inbox;
  private final Consumer<McpException> broken;
  private final Sleeper pause;

  ChangeListener(
      McpSession session, MessageHandler inbox, Consumer<McpException> broken, Sleeper pause) {
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

  /** Returns whether to listen again. */
  private boolean once() throws InterruptedException {
    try {
      if (session.version().modern()) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.putObject("notifications").put("toolsListChanged", true);
        session.ask("subscriptions/listen", null, params, Map.of(), inbox, Deadline.fixed(STREAM));
        return true;
      }
      long begin = System.nanoTime();
      session.transport().listen(inbox, STREAM);
      // Other transports deliver such messages without a separate stream.
      return System.nanoTime() - begin > Duration.ofMillis(5).toNanos();
    } catch (McpException e) {
      if (BREACHES.contains(e.kind())) {
        broken.accept(e);
      }
      return BREAKS.contains(e.kind());
    }
  }
}
