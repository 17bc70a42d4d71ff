package io.awaken.server.concurrency;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The number of platform threads that carry this JVM's virtual threads. */
public interface Carriers {

  /** The target that the JVM maintains while its virtual threads can unmount. */
  int count();

  /**
   * Takes effect with the next virtual thread that is started.
   *
   * @throws IllegalStateException when the JVM rejects the number
   */
  void count(int target);

  /** Empty before Java 24, which cannot change their number. */
  static Optional<Carriers> ofThisJvm() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName scheduler = Managed.name();
    return server.isRegistered(scheduler)
        ? Optional.of(new Managed(server, scheduler))
        : Optional.empty();
  }

  /** The JVM's own management of its virtual threads. */
  record Managed(MBeanServer server, ObjectName scheduler) implements Carriers {

    private static final String COUNT = "Parallelism";

    private static ObjectName name() {
      try {
        return new ObjectName("jdk.management:type=VirtualThreadScheduler");
      } catch (MalformedObjectNameException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public int count() {
      try {
        return (Integer) server.getAttribute(scheduler, COUNT);
      } catch (JMException e) {
        throw new IllegalStateException("the number of carrier threads cannot be read", e);
      }
    }

    @Override
    public void count(int target) {
      try {
        server.setAttribute(scheduler, new Attribute(COUNT, target));
      } catch (JMException e) {
        throw new IllegalStateException("the number of carrier threads cannot be set", e);
      }
    }
  }
}
