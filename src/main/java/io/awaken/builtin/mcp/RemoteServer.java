package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.mcp.McpServers.ServerReport;
import io.awaken.builtin.mcp.ToolListing.ToolTrust;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.message.ToolResult;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.oauth.ServerLogin;
import io.awaken.rpc.JsonRpcMessage.Notification;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * One MCP server: its connection, tool list and calls. The list is refreshed when the server
 * reports a change, and periodically. Failed connections are retried with growing delays.
 * Thread-safe.
 */
final class RemoteServer implements AutoCloseable {

  /** Interval between refreshes when the server reports no change. */
  static final Duration REFRESH = Duration.ofSeconds(60);

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final int MAX_DOUBLINGS = 6;
  private static final Logger LOG = System.getLogger(McpServers.class.getName());

  private final McpServerSpec spec;
  private final McpEnvironment surroundings;
  private final Runnable changed;
  private final OpenSessionCalls calls;
  private final List<ReadingTool> readings;
  private final ServerLogin login;
  private final UserCalls users;
  private final SessionConnector connector;
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile ServerView view = ServerView.CONNECTING;
  private volatile long due = System.nanoTime();
  private volatile boolean closed;

  /** Guarded by refreshing. {@link ToolListing#cut} of the last list. */
  private String cut;

  /**
   * Guarded by refreshing. Failures since a connection succeeded; reading the list alone is no
   * success.
   */
  private int failures;

  /**
   * @param changed runs after each change of the offered tools
   */
  RemoteServer(McpServerSpec spec, McpEnvironment surroundings, Runnable changed) {
    this.spec = spec;
    this.surroundings = surroundings;
    this.connector = new SessionConnector(spec, surroundings);
    this.changed = changed;
    this.calls = new OpenSessionCalls(spec.id(), this::notified);
    this.readings =
        Stream.of(ReadOperation.values()).map(reading -> new ReadingTool(this, reading)).toList();
    this.login = surroundings.login(spec);
    boolean perUser = login != null && login.perUser();
    this.users = perUser ? new UserCalls(spec, login, connector) : null;
  }

  String id() {
    return spec.id();
  }

  McpServerSpec spec() {
    return spec;
  }

  Duration limit() {
    return Duration.ofMillis(spec.timeoutMs());
  }

  List<Tool> tools() {
    return view.offered();
  }

  /** Returns whether its list is due for a refresh that no thread has begun. */
  boolean due() {
    return !closed && System.nanoTime() - due >= 0 && !refreshing.isLocked();
  }

  /** Reads the list of tools and connects first if necessary. */
  void refresh() {
    if (closed || !refreshing.tryLock()) {
      return;
    }
    try {
      due = System.nanoTime() + REFRESH.toNanos();
      take(listing());
    } catch (McpException e) {
      failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "the tools of server " + spec.id() + " are rejected; the previous ones stay",
          e);
    } finally {
      refreshing.unlock();
    }
  }

  private ToolListing listing() throws McpException, InterruptedException {
    McpSession session = view.session();
    if (session == null || !session.transport().open()) {
      requireToConnect(session);
      session = connected();
    }
    try {
      return ToolListing.read(session);
    } catch (McpException e) {
      if (e.kind() != Kind.SESSION_LOST) {
        throw e;
      }
      return ToolListing.read(negotiated(session));
    }
  }

  /** Replaces the session if its connection ended, else negotiates it anew. */
  private McpSession negotiated(McpSession lost) throws McpException, InterruptedException {
    if (!lost.transport().open()) {
      return connected();
    }
    Handshake.agree(lost);
    return lost;
  }

  /** Delays the restart of a process that keeps ending. */
  private void requireToConnect(McpSession ended) throws McpException {
    if (ended == null) {
      return;
    }
    if (ended.proven()) {
      failures = 0;
    } else if (failures > 0) {
      throw new McpException(
          Kind.UNREACHABLE, "it ended again soon after its start, and answered no call");
    } else {
      failures++;
    }
  }

  private McpSession connected() throws McpException, InterruptedException {
    McpSession session = connector.connect(via(), calls::inbox);
    ServerView before = view;
    view = before.over(session);
    if (closed) {
      session.close();
      throw new McpException(Kind.CLOSED, "it was disconnected");
    }
    LOG.log(
        Level.INFO,
        "MCP server {0} is connected and speaks {1}",
        spec.id(),
        session.version().text());
    // With sessions, the server may also send elicitations outside of a call's stream.
    if (session.reportsChanges() || !session.version().modern()) {
      var inbox = calls.inbox(() -> session);
      var listener = new ChangeListener(session, inbox, this::broken, surroundings.pause());
      surroundings.executor().execute(() -> listener.listen(() -> view.session() == session));
    }
    return session;
  }

  private GuardedHttp via() {
    return login == null ? surroundings.http() : login.http();
  }

  private void take(ToolListing listing) {
    ServerView before = view;
    cut = listing.logged(spec.id(), cut);
    ToolTrust trust = ToolTrust.of(spec, listing.tools(), surroundings.pins());
    var tools = new LinkedHashMap<String, McpTool>();
    trust
        .accepted()
        .forEach(
            (name, tool) -> {
              McpTool known = before.tools().get(name);
              boolean same = known != null && known.listed().hash().equals(tool.hash());
              tools.put(name, same ? known : new McpTool(this, tool));
            });
    var withheld = new LinkedHashMap<>(listing.refused());
    withheld.putAll(trust.waiting());
    withheld.forEach(
        (name, reason) -> {
          if (!reason.equals(before.withheld().get(name))) {
            LOG.log(
                Level.WARNING,
                "tool {0} of server {1} is not offered: it {2}",
                name,
                spec.id(),
                reason);
          }
        });
    var read = ReadingTool.offered(readings, before.session(), listing.tools().keySet());
    view = new ServerView(before.session(), listing.tools(), tools, read, withheld, null);
    if (!view.offered().equals(before.offered())) {
      changed.run();
    }
  }

  /** Disconnects; the delay before the next attempt doubles. */
  private void failed(McpException why) {
    ServerView before = view;
    view = ServerView.failed(why);
    if (before.session() != null) {
      before.session().close();
      failures = before.session().proven() ? 0 : failures;
    }
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
    failures++;
    due = System.nanoTime() + wait.toNanos();
    boolean repeated =
        before.failure() != null
            && before.failure().kind() == why.kind()
            && String.valueOf(before.failure().getMessage()).equals(why.getMessage());
    if (!repeated && !closed) {
      LOG.log(
          Level.WARNING,
          "MCP server {0} is unavailable ({1}: {2}) and its tools are missing; next attempt in"
              + " {3} s, later ones less often",
          spec.id(),
          why.kind().wire(),
          why.getMessage(),
          wait.toSeconds());
    }
    if (!before.offered().isEmpty()) {
      changed.run();
    }
  }

  private void broken(McpException why) {
    refreshing.lock();
    try {
      failed(why);
    } finally {
      refreshing.unlock();
    }
  }

  private void notified(Notification notification) {
    if (notification.method().equals("notifications/tools/list_changed")) {
      requestRefresh();
    }
  }

  /** Requests a refresh. Any number of requests causes one refresh per check of the owner. */
  void requestRefresh() {
    due = System.nanoTime();
  }

  /** Records a failed call; a known failure keeps its delay. */
  void callFailed() {
    if (view.session() != null) {
      requestRefresh();
    }
  }

  /**
   * Calls a tool.
   *
   * @throws ToolException when the call returns no result
   */
  ToolResult call(McpTool tool, JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException {
    var call = new RemoteCall(this, tool.listed(), context);
    return asUser(context, () -> call.make(arguments));
  }

  /** Sends a request for a run, with its user's access if each user has their own. */
  ToolResult asUser(ToolCallContext context, UserCalls.Work work)
      throws ToolException, InterruptedException {
    return users == null ? work.make() : users.make(context, work);
  }

  ServerView view() {
    return view;
  }

  /** Returns the open calls of sessions. */
  OpenSessionCalls calls() {
    return calls;
  }

  Executor executor() {
    return surroundings.executor();
  }

  void pause(Duration time) throws InterruptedException {
    surroundings.pause().sleep(time);
  }

  /** Returns the source of tokens; null when the server needs none. */
  ServerLogin login() {
    return login;
  }

  /** Returns the session for a caller's calls. */
  McpSession sessionOf(Caller caller, McpSession common) throws McpException, InterruptedException {
    return users == null ? common : users.session(caller);
  }

  /** Replaces a session of a caller that the server no longer recognises. */
  McpSession renewed(Caller caller, McpSession lost) throws McpException, InterruptedException {
    if (users != null && users.has(lost)) {
      if (!lost.transport().open()) {
        return users.session(caller);
      }
      Handshake.agree(lost);
      return lost;
    }
    refreshing.lockInterruptibly();
    try {
      McpSession now = view.session();
      if (now == lost) {
        now = negotiated(lost);
      }
      if (now == null) {
        throw new McpException(Kind.UNREACHABLE, "it is no longer connected");
      }
      requestRefresh();
      return now;
    } finally {
      refreshing.unlock();
    }
  }

  /**
   * Approves a tool as currently listed.
   *
   * @param hash the hash that was reviewed; null for the listed one
   */
  Approval approve(String tool, String hash, String by) {
    ListedTool listed = view.listed().get(tool);
    if (listed == null) {
      return Approval.UNKNOWN;
    }
    if (hash != null && !hash.equals(listed.hash())) {
      return Approval.CHANGED;
    }
    if (spec.trust().tools().containsKey(tool)) {
      return spec.trust().tools().get(tool).equals(listed.hash()) ? Approval.DONE : Approval.FIXED;
    }
    surroundings.pins().approve(spec.id(), tool, listed.hash(), by);
    LOG.log(
        Level.INFO,
        "tool {0} of server {1} was approved by {2} with hash {3}",
        tool,
        spec.id(),
        by,
        listed.hash());
    requestRefresh();
    return Approval.DONE;
  }

  /** The result of an approval. */
  enum Approval {
    DONE,
    UNKNOWN,
    /** The tool differs from the reviewed one. */
    CHANGED,
    /** The server's document pins the tool. */
    FIXED
  }

  ServerReport report() {
    return view.report(spec);
  }

  /** Closes without reporting the change; the owner does that. */
  @Override
  public void close() {
    closed = true;
    if (users != null) {
      users.close();
    }
    ServerView before = view;
    view = ServerView.failed(new McpException(Kind.CLOSED, "it was disconnected"));
    if (before.session() != null) {
      before.session().close();
    }
  }
}
