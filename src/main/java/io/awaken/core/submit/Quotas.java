package io.awaken.core.submit;

import io.awaken.core.run.Caller;
import io.awaken.core.store.run.RunStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What callers and tenants may use of this server. Thread-safe.
 *
 * <p>Rates limit how often a named caller, a tenant's named callers together, and the anonymous
 * callers at one address use this node in a period (features row 1165, attack S33).
 *
 * <p>Quotas of runs limit the concurrent runs of a caller and of a tenant, and their usage in a
 * time window (features rows 1162-1164, attacks S33, S34). The figures come from the store and
 * cover all nodes; each node reads them every 2 s at most, and adds the runs it has accepted since.
 * All anonymous callers of a tenant count as one.
 */
public final class Quotas {

  /**
   * Most remembered callers, and most remembered addresses, of a kind: many addresses cannot evict
   * named callers. The least recent is evicted first.
   */
  static final int REMEMBERED = 10_000;

  private static final int RETRY_SECONDS = 1;
  private static final int LONGEST_RETRY = 60;

  /** Kinds of requests, which are counted apart. */
  public enum Kind {
    /** Requests that start or steer runs. */
    SUBMITS(
        "too_many_submits",
        "requests per %s and minute that begin or steer runs",
        Duration.ofMinutes(1)),
    /** Uploads of media. */
    UPLOADS("too_many_uploads", "uploads per %s and minute", Duration.ofMinutes(1)),
    /** Requests of any kind. */
    REQUESTS("too_many_requests", "requests per %s and second", Duration.ofSeconds(1));

    private final String code;
    private final String what;
    private final Duration period;

    Kind(String code, String what, Duration period) {
      this.code = code;
      this.what = what;
      this.period = period;
    }

    String code() {
      return code;
    }

    String described(String per) {
      return what.formatted(per);
    }

    Duration period() {
      return period;
    }
  }

  /**
   * Most requests of a kind in its period; 0 for no limit.
   *
   * @param perCaller of one named caller
   * @param perTenant of all named callers of a tenant
   * @param perAddress of all anonymous callers at an address
   */
  public record Rate(int perCaller, int perTenant, int perAddress) {}

  /**
   * Limits of runs.
   *
   * @param window in which tokens and cost are counted: back from now; includes runs accepted in it
   * @param currency of the counted cost
   * @param store has the figures; not queried without limits
   */
  public record Runs(
      RunLimits perCaller, RunLimits perTenant, Duration window, String currency, RunStore store) {

    /** No limits. */
    public static final Runs NONE =
        new Runs(RunLimits.NONE, RunLimits.NONE, Duration.ofHours(1), "USD", null);
  }

  /** Limits nothing. */
  public static final Quotas NONE = new Quotas(Map.of(), Runs.NONE, Optional::empty, () -> 0);

  private final Map<Kind, RequestRate> rates = new EnumMap<>(Kind.class);
  private final Runs runs;
  private final Supplier<Optional<String>> address;
  private final LongSupplier nanos;
  private final Map<Scope, QuotaUsage> known = RequestRate.leastRecentEvicted();

  /**
   * @param rates kinds that it lacks are not limited
   * @param address of the current request; empty for an uncounted one
   * @param nanos a monotonic clock in nanoseconds
   */
  public Quotas(
      Map<Kind, Rate> rates, Runs runs, Supplier<Optional<String>> address, LongSupplier nanos) {
    rates.forEach((kind, rate) -> this.rates.put(kind, new RequestRate(kind, rate)));
    this.runs = runs;
    this.address = address;
    this.nanos = nanos;
  }

  /**
   * Counts a request.
   *
   * @throws QuotaExhausted when the caller, its tenant or its address has no requests left
   */
  public void take(Kind kind, Caller caller) {
    take(kind, caller, caller.anonymous() ? address.get() : Optional.empty());
  }

  /**
   * Counts a request from a known address.
   *
   * @param from the address of an anonymous caller; empty for an uncounted one
   * @throws QuotaExhausted when the caller, its tenant or its address has no requests left
   */
  public void take(Kind kind, Caller caller, Optional<String> from) {
    RequestRate rate = rates.get(kind);
    if (rate == null) {
      return;
    }
    if (caller.anonymous()) {
      from.ifPresent(at -> rate.takeAnonymous(at, nanos.getAsLong()));
    } else {
      rate.takeNamed(caller, nanos.getAsLong());
    }
  }

  /**
   * Reserves a place for a run, before anything is written.
   *
   * @param onOpenThread whether the request joins or replaces the open run of its thread, so that
   *     the number of runs does not grow; evaluated only at the limit
   * @return receives the outcome of the request
   * @throws QuotaExhausted when a quota of the caller or the tenant is used up
   */
  public Place admit(Caller caller, BooleanSupplier onOpenThread) {
    var taken = new ArrayList<QuotaUsage>(2);
    for (Scope scope : scopes(caller)) {
      QuotaUsage figures = figures(scope);
      Optional<RunLimits.Exceeded> exceeded =
          figures.exceeded(scope.limits(), nanos, reader(scope));
      if (exceeded.isPresent() && !(exceeded.get().ofRuns() && onOpenThread.getAsBoolean())) {
        taken.forEach(QuotaUsage::settle);
        throw exhausted(exceeded.get(), scope);
      }
      figures.expect();
      taken.add(figures);
    }
    return new Place(taken);
  }

  private List<Scope> scopes(Caller caller) {
    var scopes = new ArrayList<Scope>(2);
    if (!runs.perCaller().equals(RunLimits.NONE)) {
      scopes.add(new Scope(caller.tenant(), caller.subject(), runs.perCaller()));
    }
    if (!runs.perTenant().equals(RunLimits.NONE)) {
      scopes.add(new Scope(caller.tenant(), null, runs.perTenant()));
    }
    return scopes;
  }

  private QuotaUsage figures(Scope scope) {
    synchronized (known) {
      return known.computeIfAbsent(scope, of -> new QuotaUsage());
    }
  }

  private QuotaUsage.Reader reader(Scope scope) {
    return new QuotaUsage.Reader(
        () -> runs.store().unfinished(scope.tenant(), scope.subject()),
        () -> runs.store().spent(scope.tenant(), scope.subject(), runs.window(), runs.currency()));
  }

  private QuotaExhausted exhausted(RunLimits.Exceeded exceeded, Scope scope) {
    String per = scope.subject() == null ? "tenant" : "principal";
    String setting = exceeded.setting() + (scope.subject() == null ? ".tenant" : "");
    String limit = scope.limits().shown(exceeded);
    String what =
        exceeded.ofRuns()
            ? exceeded.what().formatted(limit, per)
            : exceeded.what().formatted(limit, per, runs.window())
                + (exceeded == RunLimits.Exceeded.COST ? " (" + runs.currency() + ")" : "");
    long retry =
        exceeded.ofRuns()
            ? RETRY_SECONDS
            : Math.clamp(runs.window().toSeconds() / LONGEST_RETRY, 1, LONGEST_RETRY);
    return new QuotaExhausted(
        exceeded.code(),
        what + ": " + setting,
        (int) retry,
        new QuotaExhausted.UsedUp(setting, limit));
  }

  /**
   * The owner of a quota.
   *
   * @param subject null for a whole tenant
   */
  private record Scope(String tenant, String subject, RunLimits limits) {}

  /** The place of a request until its outcome is known. */
  public static final class Place {
    private final List<QuotaUsage> figures;

    private Place(List<QuotaUsage> figures) {
      this.figures = figures;
    }

    /** A run was created and starts at once. */
    public void begun() {
      figures.forEach(QuotaUsage::begun);
    }

    /** A run was created and queued. */
    public void queued() {
      figures.forEach(QuotaUsage::queued);
    }

    /** No run was created. */
    public void nothing() {
      figures.forEach(QuotaUsage::settle);
    }
  }
}
