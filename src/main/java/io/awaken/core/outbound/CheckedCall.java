package io.awaken.core.outbound;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A call that checks every address, within a total time limit. */
final class CheckedCall implements OutboundCall, CallWatch.Watched {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private static final Duration UNLIMITED = Duration.ofDays(365);

  /** Headers that a redirect to another server keeps. */
  private static final Set<String> HARMLESS =
      Set.of("accept", "accept-language", "content-type", "user-agent");

  private final OutboundHttp http;
  private final TargetRules rules;
  private final OutboundRequest request;
  private final GuardedLimits limits;
  private final Abort abort = new Abort();
  private final AtomicInteger left;

  // Used only by the reader.
  private OutboundCall current;

  CheckedCall(OutboundHttp http, TargetRules rules, OutboundRequest request, GuardedLimits limits) {
    this.http = http;
    this.rules = rules;
    this.request = request;
    this.limits = limits;
    this.left = new AtomicInteger(CallWatch.ticks(limits.total()));
  }

  @Override
  public AnswerHead head() throws IOException, InterruptedException {
    OutboundRequest next = request;
    try {
      for (int redirects = limits.redirects(); ; redirects--) {
        AnswerHead head = head(next);
        Optional<String> location =
            REDIRECTS.contains(head.status()) ? head.header("Location") : Optional.empty();
        if (location.isEmpty() || limits.redirects() == 0) {
          return head;
        }
        if (redirects == 0) {
          throw new IOException("more than " + limits.redirects() + " redirects");
        }
        current.close();
        next = redirected(next, head.status(), location.get());
      }
    } catch (IOException e) {
      throw inTime(e);
    }
  }

  private AnswerHead head(OutboundRequest next) throws IOException, InterruptedException {
    rules.check(next.address());
    // The total time also limits silence, even after a restart.
    current = http.open(next, UNLIMITED, limits.maxBytes());
    abort.during(current::close);
    return current.head();
  }

  private static OutboundRequest redirected(OutboundRequest from, int status, String location)
      throws IOException {
    URI to;
    try {
      to = from.address().resolve(location);
    } catch (IllegalArgumentException e) {
      throw new AddressRefused("the redirect leads to no address");
    }
    if ("https".equalsIgnoreCase(from.address().getScheme())
        && !"https".equalsIgnoreCase(to.getScheme())) {
      throw new AddressRefused("the redirect leads away from https");
    }
    boolean again =
        status == 307
            || status == 308
            || from.method().equals("GET")
            || from.method().equals("HEAD");
    boolean same = ConnectionRoute.direct(from.address()).equals(route(to));
    Map<String, String> headers = new LinkedHashMap<>(from.headers());
    headers.keySet().removeIf(name -> !same && !HARMLESS.contains(name.toLowerCase()));
    if (!again) {
      headers.keySet().removeIf("Content-Type"::equalsIgnoreCase);
    }
    try {
      return again
          ? new OutboundRequest(from.method(), to, headers, from.body())
          : OutboundRequest.get(to, headers);
    } catch (IllegalArgumentException e) {
      throw new AddressRefused("the redirect leads to no address");
    }
  }

  private static ConnectionRoute route(URI address) {
    return address.getHost() == null ? null : ConnectionRoute.direct(address);
  }

  @Override
  public ByteBuffer read() throws IOException, InterruptedException {
    try {
      return current.read();
    } catch (IOException e) {
      throw inTime(e);
    }
  }

  @Override
  public void idle(Duration most) {
    current.idle(most);
  }

  @Override
  public void restart(Duration total) {
    left.updateAndGet(ticks -> ticks > 0 ? CallWatch.ticks(total) : ticks);
  }

  @Override
  public void finish() throws InterruptedException {
    current.finish();
  }

  @Override
  public void tick() {
    if (left.decrementAndGet() == 0) {
      abort.abort();
    }
  }

  @Override
  public void close() {
    abort.abort();
    http.calls().remove(this);
  }

  private IOException inTime(IOException failure) {
    return left.get() <= 0
        ? new HttpTimeoutException("took longer than " + limits.total().toMillis() + " ms")
        : failure;
  }
}
