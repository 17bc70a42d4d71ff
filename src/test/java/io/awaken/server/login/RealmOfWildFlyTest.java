package io.awaken.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.http.security.ServerRealm;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

@Attacks("S54")
class RealmOfWildFlyTest {

  private static final ServerRealm ABSENT = new ServerRealm.Absent();

  private final MBeanServer management = MBeanServerFactory.newMBeanServer();
  private long now = Long.MAX_VALUE - 1;
  private final RealmOfWildFly realm = new RealmOfWildFly(management, () -> now);

  /** As WildFly shows its web subsystem. */
  public interface Undertow {
    String getdefaultSecurityDomain();
  }

  /** As WildFly shows a security domain. */
  public interface Domain {
    boolean isoverrideDeploymentConfig();
  }

  private void started() throws Exception {
    Undertow undertow = () -> "other";
    management.registerMBean(
        new StandardMBean(undertow, Undertow.class), new ObjectName("jboss.as:subsystem=undertow"));
  }

  private void domain(String name, boolean forced) throws Exception {
    Domain domain = () -> forced;
    management.registerMBean(
        new StandardMBean(domain, Domain.class),
        new ObjectName("jboss.as:subsystem=undertow,application-security-domain=" + name));
  }

  @Test
  void theDefaultDomainOfWildFlyDoesNotCountAsARealm() throws Exception {
    started();
    domain("other", false);
    domain("other,setting=single-sign-on", true);

    assertThat(realm.get()).isEqualTo(ABSENT);
  }

  @Test
  void aDomainThatOverridesDeploymentsIsARealm() throws Exception {
    started();
    domain("other", false);
    domain("staff", true);

    assertThat(realm.get()).isEqualTo(new ServerRealm.Present("the security domain staff"));
  }

  @Test
  void theRealmIsUnknownBeforeTheModelCanBeRead() throws Exception {
    domain("other", false);
    assertThat(realm.get()).isInstanceOf(ServerRealm.Unknown.class);

    started();

    assertThat(realm.get()).isEqualTo(ABSENT);
  }

  @Test
  void aLaterRealmIsDetectedSoon() throws Exception {
    started();
    assertThat(realm.get()).isEqualTo(ABSENT);

    domain("staff", true);
    now += RealmOfWildFly.VALID.toNanos() - 1;
    assertThat(realm.get()).isEqualTo(ABSENT);
    now++;

    assertThat(realm.get()).isInstanceOf(ServerRealm.Present.class);
  }

  @Test
  void onlyAModularServerCountsAsWildFly() {
    assertThat(RealmOfWildFly.isServerOf(getClass())).isFalse();
  }
}
