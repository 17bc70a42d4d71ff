package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.Exchange;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.outbound.NdjsonReader;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.StdioProcess;
import io.awaken.rpc.StdioProcess.ErrorLines;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A local process that exchanges messages as lines (features row 1076). A breach of format or
 * limits ends it; the owner starts a new one. Thread-safe.
 */
public final class StdioTransport implements McpTransport {

  private final StdioProcess process;
  private final SharedChannel channel;
  private volatile McpException ended;

  /** Logs output that is no message; used only by the reading thread. */
  private final ErrorLines stray;

  private StdioTransport(StdioProcess process, MessageHandler general, Consumer<String> log) {
    this.process = process;
    this.channel = new SharedChannel(general, this::send);
    this.stray = new ErrorLines(log);
  }

  /**
   * Starts the process.
   *
   * @param general receives messages outside of exchanges
   * @throws McpException when the program cannot be started
   */
  public static StdioTransport start(StdioProcess.Program program, MessageHandler general)
      throws McpException {
    try {
      var transport = new StdioTransport(StdioProcess.start(program), general, program.errors());
      program.threads().execute(transport::read);
      return transport;
    } catch (IOException e) {
      throw new McpException(Kind.UNREACHABLE, e.getMessage());
    }
  }

  @Override
  public Response exchange(Exchange exchange) throws McpException, InterruptedException {
    return channel.exchange(exchange, this::send);
  }

  @Override
  public void send(JsonRpcMessage message) throws McpException {
    McpException over = ended;
    if (over != null) {
      throw over;
    }
    if (!process.write(Messages.write(message))) {
      end(new McpException(Kind.UNREACHABLE, "it does not read its input"));
      throw ended;
    }
  }

  private void read() {
    var lines = new NdjsonReader(process.output(), McpLimits.MAX_MESSAGE);
    end(channel.read(lines, stray::log, () -> "its process ended" + process.exit()));
  }

  /** Fails all open requests with this reason and ends the process. */
  private void end(McpException why) {
    if (ended == null) {
      ended = why;
    }
    process.close();
    channel.fail(why);
  }

  @Override
  public void useRevision(ProtocolVersion version) {
    // Lines carry no revision outside of the messages.
  }

  @Override
  public boolean endingCancels() {
    return false;
  }

  @Override
  public boolean open() {
    return ended == null;
  }

  @Override
  public void close() {
    end(new McpException(Kind.CLOSED, "it was disconnected"));
  }
}
