package io.awaken.server;

import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Whether this node can work: its store answers, due jobs are claimed, and it does not drain. Costs
 * one query, shared by concurrent callers.
 */
@ApplicationScoped
public class NodeHealth {

  @Inject StoreProbe probe;
  @Inject RuntimeHost host;
  private HealthMonitor monitor;
  private Supplier<List<String>> dead;

  /** For CDI. */
  public NodeHealth() {}

  NodeHealth(HealthMonitor monitor, Supplier<List<String>> dead) {
    this.monitor = monitor;
    this.dead = dead;
  }

  /**
   * The result of a check.
   *
   * @param store ok, error or timeout
   * @param runtime ok or draining
   * @param queue ok, stalled, or unknown while the store does not answer
   */
  public record State(String store, String runtime, String queue) {
    /** Whether requests may be sent here. */
    public boolean ready() {
      return store.equals(HealthMonitor.OK)
          && runtime.equals(HealthMonitor.OK)
          && queue.equals(HealthMonitor.OK);
    }
  }

  @PostConstruct
  void prepare() {
    monitor =
        new HealthMonitor(
            () -> probe.ask(),
            new QueueProgress(
                patience(host.settings()), () -> host.node().progress(), System::nanoTime),
            this::room,
            () -> host.node().draining());
    dead = host::dead;
  }

  /** Time for a poll that just missed the job, the next one, and a lost claim. */
  private static Duration patience(Settings settings) {
    return settings
        .duration(RunSetting.POLL)
        .multipliedBy(2)
        .plus(settings.duration(RunSetting.LEASE));
  }

  /** Checks now; takes at most about five seconds. */
  public State check() {
    return monitor.check();
  }

  /** The duties of this node that died and could not be restarted for too long. */
  public List<String> dead() {
    return dead.get();
  }

  private boolean room() {
    return host.node().live().count() < host.settings().count(RunSetting.MAX_RUNS);
  }
}
