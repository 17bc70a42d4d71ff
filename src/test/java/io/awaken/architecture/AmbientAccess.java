package io.awaken.architecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Map;
import java.util.Set;

/**
 * Calls that reach for the surroundings instead of a parameter: the clock, random ids, sleep and
 * threads. {@code System.nanoTime} is none of them: it measures and decides nothing by itself.
 */
final class AmbientAccess {

  private static final Map<String, Set<String>> CALLS =
      Map.of(
          "java.lang.System", Set.of("currentTimeMillis"),
          "java.util.UUID", Set.of("randomUUID"),
          "java.lang.Thread",
              Set.of("sleep", "<init>", "ofVirtual", "ofPlatform", "startVirtualThread"));

  /** Who may all the same, and why. */
  static final Map<String, String> REASONS =
      Map.of(
          "io.awaken.mcp.stdio.StdioLauncher",
          "is a program of its own",
          "io.awaken.runtime.RuntimeThreads",
          "gives an embedded runtime its threads where the program brings none",
          "io.awaken.store.database.Contention",
          "backs off on the caller's thread before it repeats a transaction",
          "io.awaken.store.database.DedicatedConnection",
          "opens and closes apart from its caller, who could not stop waiting for a pool",
          "io.awaken.store.database.migration.MigrationLock",
          "waits for another node at start, and judges that node's lock by the time of day",
          "io.awaken.store.database.migration.MigrationTries",
          "lets the session that stood in its way get on before it tries again at start");

  private AmbientAccess() {}

  static boolean isAmbient(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return CALLS.getOrDefault(owner, Set.of()).contains(name)
        || owner.equals("java.util.concurrent.Executors")
        || owner.equals("java.time.Clock") && name.startsWith("system")
        || owner.startsWith("java.time.") && name.equals("now") && !takesClock(access);
  }

  static boolean hasReason(JavaAccess<?> access) {
    String name = access.getOriginOwner().getName();
    int nested = name.indexOf('$');
    return REASONS.containsKey(nested < 0 ? name : name.substring(0, nested));
  }

  private static boolean takesClock(JavaAccess<?> access) {
    return access.getTarget().getFullName().contains("java.time.Clock");
  }
}
