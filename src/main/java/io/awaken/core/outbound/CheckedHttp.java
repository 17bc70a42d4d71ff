package io.awaken.core.outbound;

import io.awaken.core.outbound.Connector.NameResolver;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Guarded calls over a separate client, so that they never reuse a connection to an address of the
 * operator. Thread-safe.
 */
public final class CheckedHttp implements GuardedHttp, AutoCloseable {

  private final OutboundHttp http;
  private final TargetRules rules;

  CheckedHttp(OutboundHttp http, TargetRules rules) {
    this.http = http;
    this.rules = rules;
  }

  /**
   * @param executor runs each task on its own thread, for example a virtual one
   * @param connectTimeout limit of name resolution, of connecting and of the TLS handshake
   */
  public static CheckedHttp of(TargetRules rules, Executor executor, Duration connectTimeout) {
    return of(rules, NameResolver.SYSTEM, executor, connectTimeout);
  }

  static CheckedHttp of(
      TargetRules rules, NameResolver names, Executor executor, Duration connectTimeout) {
    var connector =
        new Connector(names, rules::check, OutboundHttp.defaultTls(), executor, connectTimeout);
    return new CheckedHttp(new OutboundHttp(connector, ConnectionRoute::direct), rules);
  }

  @Override
  public void check(URI address) throws AddressRefused {
    rules.check(address);
  }

  @Override
  public OutboundCall open(OutboundRequest request, GuardedLimits limits) {
    var call = new CheckedCall(http, rules, request, limits);
    http.calls().add(call);
    return call;
  }

  /** As {@link OutboundHttp#closeUnused}. */
  public void closeUnused() {
    http.closeUnused();
  }

  /** Ends all calls at once and accepts no more. */
  @Override
  public void close() {
    http.close();
  }
}
