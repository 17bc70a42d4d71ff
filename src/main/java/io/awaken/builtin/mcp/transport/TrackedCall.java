package io.awaken.builtin.mcp.transport;

import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.OutboundCall;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;

/** A call that is registered with its transport while it is open. */
final class TrackedCall implements OutboundCall {

  private final OutboundCall call;
  private final Set<OutboundCall> open;

  TrackedCall(OutboundCall call, Set<OutboundCall> open) {
    this.call = call;
    this.open = open;
    open.add(this);
  }

  @Override
  public AnswerHead head() throws IOException, InterruptedException {
    return call.head();
  }

  @Override
  public ByteBuffer read() throws IOException, InterruptedException {
    return call.read();
  }

  @Override
  public void idle(Duration most) {
    call.idle(most);
  }

  @Override
  public void restart(Duration total) {
    call.restart(total);
  }

  @Override
  public void finish() throws InterruptedException {
    call.finish();
  }

  @Override
  public void close() {
    open.remove(this);
    call.close();
  }
}
