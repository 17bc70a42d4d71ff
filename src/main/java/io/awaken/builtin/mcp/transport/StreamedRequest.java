package io.awaken.builtin.mcp.transport;

import io.awaken.core.outbound.OutboundCall;
import java.io.IOException;

/** A request whose response arrives on an HTTP answer, or on several that continue it. */
final class StreamedRequest implements OpenRequests.Open {

  private final Exchange exchange;
  private volatile OutboundCall call;
  private volatile McpException failure;

  StreamedRequest(Exchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public Exchange exchange() {
    return exchange;
  }

  /** Sets the HTTP call that is read from now on. */
  void reads(OutboundCall next) throws McpException {
    call = next;
    requireOpen();
  }

  @Override
  public void restarted() {
    OutboundCall now = call;
    if (now != null && exchange.deadline().remaining().isPositive()) {
      now.restart(exchange.deadline().remaining());
    }
  }

  @Override
  public void fail(McpException why) {
    failure = why;
    OutboundCall now = call;
    if (now != null) {
      now.close();
    }
  }

  /**
   * @throws McpException when the server has cancelled the request
   */
  void requireOpen() throws McpException {
    McpException why = failure;
    if (why != null) {
      throw why;
    }
  }

  /** Returns why reading failed. */
  McpException failure(IOException e) {
    if (failure != null) {
      return failure;
    }
    McpException known = HttpFailure.of(e);
    return known.kind() == McpException.Kind.TIMEOUT ? exchange.deadline().over() : known;
  }
}
