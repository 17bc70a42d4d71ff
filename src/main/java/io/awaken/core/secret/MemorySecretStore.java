package io.awaken.core.secret;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Secrets in memory, for an embedded runtime. Thread-safe. */
public final class MemorySecretStore implements SecretStore {

  private record Row(Kept kept, Instant until) {}

  private final InstantSource clock;
  private final Map<SecretName, Row> rows = new HashMap<>();
  private long versions;

  /**
   * @param clock decides which secrets have expired
   */
  public MemorySecretStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized Optional<Kept> find(SecretName name) {
    Row row = rows.get(name);
    return row == null || over(row) ? Optional.empty() : Optional.of(row.kept());
  }

  @Override
  public synchronized boolean put(SecretName name, long before, String sealed, Duration life) {
    rows.values().removeIf(this::over);
    Row known = rows.get(name);
    if ((known == null ? 0 : known.kept().version()) != before) {
      return false;
    }
    Instant until = life == null ? null : clock.instant().plus(life);
    rows.put(name, new Row(new Kept(sealed, ++versions), until));
    return true;
  }

  @Override
  public synchronized Optional<Kept> take(SecretName name) {
    Optional<Kept> found = find(name);
    rows.remove(name);
    return found;
  }

  @Override
  public synchronized void remove(SecretName name, long version) {
    rows.computeIfPresent(name, (any, row) -> row.kept().version() == version ? null : row);
  }

  private boolean over(Row row) {
    return row.until() != null && !clock.instant().isBefore(row.until());
  }
}
