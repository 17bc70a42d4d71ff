package io.awaken.server.login;

import io.awaken.http.security.ServerRealm;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Determines whether WildFly puts a realm in front of every application ({@code
 * override-deployment-config} of a security domain). Only its management model shows that. The
 * model cannot be read before the server has started, and not at all where the {@code jmx}
 * subsystem does not expose it. A missing realm is looked up again after {@link #VALID}, since one
 * change may bring both deployment and realm. Thread-safe.
 */
public final class RealmOfWildFly implements Supplier<ServerRealm> {

  static final Duration VALID = Duration.ofSeconds(10);

  private static final String MODULES = "org.jboss.modules.";
  private static final String UNDERTOW = "jboss.as:subsystem=undertow";
  private static final String DOMAIN = "application-security-domain";
  private static final String FORCED = "overrideDeploymentConfig";

  private final MBeanServer management;
  private final LongSupplier nanos;

  /** When the last check found no realm; null if unknown. */
  private volatile Long absentAt;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public RealmOfWildFly(MBeanServer management, LongSupplier nanos) {
    this.management = management;
    this.nanos = nanos;
  }

  /** Whether the application is deployed to WildFly or a server based on it. */
  public static boolean isServerOf(Class<?> deployed) {
    return deployed.getClassLoader().getClass().getName().startsWith(MODULES);
  }

  @Override
  public ServerRealm get() {
    Long last = absentAt;
    long now = nanos.getAsLong();
    if (last != null && now - last < VALID.toNanos()) {
      return new ServerRealm.Absent();
    }
    ServerRealm realm = ask();
    absentAt = realm instanceof ServerRealm.Absent ? now : null;
    return realm;
  }

  private ServerRealm ask() {
    try {
      // Fails while the server starts: until then the model has names, but no attributes.
      management.getAttribute(new ObjectName(UNDERTOW), "defaultSecurityDomain");
      for (ObjectName part : management.queryNames(new ObjectName(UNDERTOW + ",*"), null)) {
        Optional<String> domain = domain(part);
        if (domain.isPresent() && !Boolean.FALSE.equals(management.getAttribute(part, FORCED))) {
          return new ServerRealm.Present("the security domain " + domain.get());
        }
      }
      return new ServerRealm.Absent();
    } catch (JMException | RuntimeException e) {
      return new ServerRealm.Unknown(
          "its management model cannot be read through JMX: " + e.getMessage());
    }
  }

  /** Children of a domain, such as its single sign-on, have further properties. */
  private static Optional<String> domain(ObjectName part) {
    return part.getKeyPropertyList().size() == 2
        ? Optional.ofNullable(part.getKeyProperty(DOMAIN))
        : Optional.empty();
  }
}
