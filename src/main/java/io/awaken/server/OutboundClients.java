package io.awaken.server;

import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.server.concurrency.ServerThreads;
import java.time.Duration;

/**
 * The two HTTP clients of a node: one for addresses of the operator, one for addresses chosen by
 * others. Thread-safe.
 */
final class OutboundClients implements AutoCloseable {

  private static final Duration UNUSED_CONNECTIONS = Duration.ofSeconds(15);

  private final OutboundHttp operator;
  private final CheckedHttp guarded;

  OutboundClients(TargetRules targets, ServerThreads threads) {
    operator =
        OutboundHttp.forOperatorAddresses(threads.runs(), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);
    guarded = CheckedHttp.of(targets, threads.runs(), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);
    // Once at start: Payara cannot load new classes while it drains.
    closeUnused();
    threads.repeat("awaken-http-client", UNUSED_CONNECTIONS, this::closeUnused);
  }

  OutboundHttp operator() {
    return operator;
  }

  GuardedHttp guarded() {
    return guarded;
  }

  private void closeUnused() {
    operator.closeUnused();
    guarded.closeUnused();
  }

  @Override
  public void close() {
    operator.close();
    guarded.close();
  }
}
