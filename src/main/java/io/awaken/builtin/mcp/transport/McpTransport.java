package io.awaken.builtin.mcp.transport;

import io.awaken.mcp.JsonRpcMessage;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.ProtocolVersion;
import java.time.Duration;

/**
 * Carries messages to one server and back. Thread-safe: several requests may be under way. Once a
 * server has broken the protocol or a limit, nothing more is taken from that exchange; a transport
 * that cannot go on then says so in every later call.
 */
public interface McpTransport extends AutoCloseable {

  /**
   * Sends a request and waits for its response.
   *
   * @return a result, or the server's refusal
   * @throws McpException when there is no response
   * @throws InterruptedException when the thread was interrupted; the server may still be at work
   */
  Response exchange(Exchange exchange) throws McpException, InterruptedException;

  /** Sends what has no response. */
  void say(JsonRpcMessage message) throws McpException, InterruptedException;

  /**
   * The revision that messages follow from now on.
   *
   * @param version null as long as nothing is agreed upon
   */
  void speak(ProtocolVersion version);

  /** Whether the end of the wait for a response tells the server that nobody waits any more. */
  boolean endingCancels();

  /**
   * Takes what the server says outside of any exchange, for so long or until the server ends it;
   * returns at once where such messages need no stream of their own.
   *
   * @throws McpException when the server offers no such stream, or broke it off
   */
  default void listen(Inbox inbox, Duration limit) throws McpException, InterruptedException {}

  /** Whether it can still be used. */
  boolean open();

  /** Ends everything that is under way, and the server where it is a process. */
  @Override
  void close();
}
