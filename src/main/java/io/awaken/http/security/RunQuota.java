package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.core.store.run.RunStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Limits the concurrent runs of a caller and of a tenant, and their usage in a time window
 * (features rows 1162-1164, attacks S33, S34). The figures come from the store and cover all nodes;
 * each node reads them every 2 s at most, and adds the runs it has accepted since. All anonymous
 * callers of a tenant count as one. Thread-safe.
 */
public final class RunQuota {

  /** Limits nothing, and does not query the store. */
  public static final RunQuota NONE =
      new RunQuota(RunLimits.NONE, RunLimits.NONE, Window.HOUR, null, () -> 0);

  /** The cached figures; the least recently requested are evicted first. */
  private static final int REMEMBERED = 10_000;

  private static final int RETRY_SECONDS = 1;
  private static final int LONGEST_RETRY = 60;

  private final RunLimits perCaller;
  private final RunLimits perTenant;
  private final Window window;
  private final RunStore runs;
  private final LongSupplier nanos;
  private final Map<Scope, QuotaUsage> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, QuotaUsage> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * The window in which tokens and cost are counted.
   *
   * @param length back from now; includes runs accepted in it
   * @param currency of the counted cost
   */
  public record Window(Duration length, String currency) {
    static final Window HOUR = new Window(Duration.ofHours(1), "USD");
  }

  /**
   * An exhausted quota, in {@code details} of the refusal.
   *
   * @param quota the setting
   * @param limit its value
   */
  public record UsedUp(String quota, String limit) {}

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public RunQuota(
      RunLimits perCaller, RunLimits perTenant, Window window, RunStore runs, LongSupplier nanos) {
    this.perCaller = perCaller;
    this.perTenant = perTenant;
    this.window = window;
    this.runs = runs;
    this.nanos = nanos;
  }

  /**
   * Reserves a place for a run, before anything is written.
   *
   * @param onOpenThread whether the request joins or replaces the open run of its thread, so that
   *     the number of runs does not grow; evaluated only at the limit
   * @return receives the outcome of the request
   * @throws RefusedException 429 when a quota of the caller or the tenant is used up
   */
  public Admission take(Caller caller, BooleanSupplier onOpenThread) {
    var taken = new ArrayList<QuotaUsage>();
    for (Scope scope : scopes(caller)) {
      QuotaUsage figures = figures(scope);
      Optional<RunLimits.Exceeded> over = figures.exceeded(scope.limits(), nanos, reader(scope));
      if (over.isPresent() && !(over.get().ofRuns() && onOpenThread.getAsBoolean())) {
        taken.forEach(QuotaUsage::settle);
        throw refusal(over.get(), scope).exception();
      }
      figures.expect();
      taken.add(figures);
    }
    return new Admission(taken);
  }

  private List<Scope> scopes(Caller caller) {
    var scopes = new ArrayList<Scope>(2);
    if (!perCaller.equals(RunLimits.NONE)) {
      scopes.add(new Scope(caller.tenant(), caller.subject(), perCaller));
    }
    if (!perTenant.equals(RunLimits.NONE)) {
      scopes.add(new Scope(caller.tenant(), null, perTenant));
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
        () -> runs.unfinished(scope.tenant(), scope.subject()),
        () -> runs.spent(scope.tenant(), scope.subject(), window.length(), window.currency()));
  }

  private Refusal refusal(RunLimits.Exceeded over, Scope scope) {
    String per = scope.subject() == null ? "tenant" : "principal";
    String setting = over.setting() + (scope.subject() == null ? ".tenant" : "");
    String limit = scope.limits().shown(over);
    String what =
        over.ofRuns()
            ? over.what().formatted(limit, per)
            : over.what().formatted(limit, per, window.length())
                + (over == RunLimits.Exceeded.COST ? " (" + window.currency() + ")" : "");
    long retry =
        over.ofRuns()
            ? RETRY_SECONDS
            : Math.clamp(window.length().toSeconds() / LONGEST_RETRY, 1, LONGEST_RETRY);
    return new Refusal(
        429, over.code(), what + ": " + setting, null, (int) retry, new UsedUp(setting, limit));
  }

  /**
   * The owner of a quota.
   *
   * @param subject null for a whole tenant
   */
  private record Scope(String tenant, String subject, RunLimits limits) {}

  /** The place of a request until its outcome is known. */
  public static final class Admission {
    private final List<QuotaUsage> figures;

    private Admission(List<QuotaUsage> figures) {
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
