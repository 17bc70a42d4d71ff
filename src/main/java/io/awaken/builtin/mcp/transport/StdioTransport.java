package io.awaken.builtin.mcp.transport;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.outbound.NdjsonReader;
import io.awaken.mcp.JsonRpcMessage;
import io.awaken.mcp.JsonRpcMessage.Notification;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A local process that exchanges messages as lines (features row 1076). A breach of format or
 * limits ends it; the owner starts a new one. Thread-safe.
 */
public final class StdioTransport implements McpTransport {

  private final StdioProcess process;
  private final Inbox general;
  private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
  private volatile McpException ended;

  /** Logs output that is no message; used only by the reading thread. */
  private final ErrorLines stray;

  /** Used only by the reading thread. */
  private int unasked;

  /** An open request. */
  private record Waiting(CompletableFuture<Response> response, Inbox inbox) {}

  private StdioTransport(StdioProcess process, Inbox general, Consumer<String> log) {
    this.process = process;
    this.general = general;
    this.stray = new ErrorLines(log);
  }

  /**
   * Starts the process.
   *
   * @param general receives messages outside of exchanges
   * @throws McpException when the program cannot be started
   */
  public static StdioTransport start(StdioProcess.Program program, Inbox general)
      throws McpException {
    var transport = new StdioTransport(StdioProcess.start(program), general, program.errors());
    program.threads().execute(transport::read);
    return transport;
  }

  @Override
  public Response exchange(Exchange exchange) throws McpException, InterruptedException {
    var deadline = new Deadline(exchange.limit());
    String id = exchange.request().id().asText();
    if (waiting.size() >= McpLimits.MAX_OPEN) {
      throw new McpException(
          Kind.UNREACHABLE, "it already works on " + McpLimits.MAX_OPEN + " requests");
    }
    var response = new CompletableFuture<Response>();
    waiting.put(id, new Waiting(response, exchange.inbox()));
    try {
      send(exchange.request());
      return response.get(deadline.left().toMillis() + 1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw deadline.over();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof McpException known
          ? known
          : new McpException(Kind.UNREACHABLE, "it cannot be read", e);
    } finally {
      waiting.remove(id);
    }
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
    McpException why;
    try {
      var lines = new NdjsonReader(process.output(), McpLimits.MAX_MESSAGE);
      for (ByteBuffer line = lines.next(); line != null; line = lines.next()) {
        for (JsonRpcMessage message : messages(line)) {
          take(message);
        }
      }
      why = new McpException(Kind.UNREACHABLE, "its process ended" + process.exit());
    } catch (McpException e) {
      why = e;
    } catch (IOException e) {
      why = HttpFailure.of(e);
    } catch (InterruptedException e) {
      why = new McpException(Kind.CLOSED, "it was disconnected");
    } catch (RuntimeException e) {
      why = new McpException(Kind.GARBAGE, "it sent an invalid message", e);
    }
    end(why);
  }

  /** A line that is no message, such as a banner or a log line, goes to the log. */
  private List<JsonRpcMessage> messages(ByteBuffer line) throws McpException {
    try {
      return Messages.read(line.duplicate());
    } catch (McpException e) {
      String text = StandardCharsets.UTF_8.decode(line).toString();
      if (text.contains("\"jsonrpc\"")) {
        throw e;
      }
      stray.log(text);
      return List.of();
    }
  }

  private void take(JsonRpcMessage message) throws McpException {
    if (message instanceof Response response) {
      Waiting asked = response.id() == null ? null : waiting.get(response.id().asText());
      if (asked != null) {
        unasked = 0;
        asked.response().complete(response);
        return;
      }
    }
    if (++unasked > McpLimits.MAX_MESSAGES) {
      throw new McpException(
          Kind.FLOOD, "it sent more than " + McpLimits.MAX_MESSAGES + " unrequested messages");
    }
    switch (message) {
      case Notification notification -> inbox(notification).notified(notification);
      case Request request -> {
        Response now = general.asked(request);
        if (now != null) {
          send(now);
        }
      }
      case Response late -> {
        // The request is no longer open.
      }
    }
  }

  /** Returns the inbox of the call that the notification names. */
  private Inbox inbox(Notification notification) {
    JsonNode token = notification.params().path(McpMeta.PROGRESS_TOKEN);
    Waiting asked = token.isMissingNode() ? null : waiting.get(token.asText());
    return asked == null ? general : asked.inbox();
  }

  /** Fails all open requests with this reason and ends the process. */
  private void end(McpException why) {
    if (ended == null) {
      ended = why;
    }
    process.close();
    waiting.values().forEach(each -> each.response().completeExceptionally(why));
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
