package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import net.bytebuddy.ByteBuddy;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.annotations.common.reflection.XClass;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.junit.jupiter.api.Test;

/**
 * An undeployed application can be garbage collected: a class loader with its own store and
 * Hibernate over the libraries of the server.
 *
 * <p>In a JVM of its own: compiled code in any thread that another test left keeps every class that
 * it inlined, as long as its method runs.
 */
class LeavingClassLoaderTest {

  /** One class of each part that is in the archive but not in the server. */
  private static final List<Class<?>> OWN =
      List.of(
          OpenedStore.class,
          EntityManagers.class,
          HibernatePersistenceProvider.class,
          XClass.class,
          ByteBuddy.class);

  private static final int COLLECTIONS = 50;

  @Test
  void aClosedStoreReleasesItsClasses() throws Exception {
    Process alone =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LeavingClassLoaderTest.class.getName())
            .inheritIO()
            .start();

    assertThat(alone.waitFor()).isZero();
  }

  public static void main(String[] none) throws Exception {
    WeakReference<ClassLoader> loader = openAndCloseAStore();
    for (int i = 0; i < COLLECTIONS && loader.get() != null; i++) {
      System.gc();
      Thread.yield();
    }
    System.exit(loader.get() == null ? 0 : 1);
  }

  private static WeakReference<ClassLoader> openAndCloseAStore() throws Exception {
    URL[] own =
        OWN.stream()
            .map(part -> part.getProtectionDomain().getCodeSource().getLocation())
            .distinct()
            .toArray(URL[]::new);
    try (var loader = new OwnFirst(own)) {
      Class<?> store = loader.loadClass(OpenedStore.class.getName());
      assertThat(store.getClassLoader()).isSameAs(loader);
      var opened = (Runnable) store.getConstructor(DataSource.class).newInstance(database());
      Thread thread = new Thread(opened);
      thread.setContextClassLoader(loader);
      List<Throwable> failures = new ArrayList<>();
      thread.setUncaughtExceptionHandler((ended, failure) -> failures.add(failure));
      thread.start();
      thread.join();
      assertThat(failures).isEmpty();
      return new WeakReference<>(loader);
    }
  }

  /** H2 keeps the stack of its first use, so it is used before the class loader exists. */
  private static DataSource database() throws SQLException {
    var database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:leaving");
    database.getConnection().close();
    return database;
  }

  /** Loads its own classes first, like class loaders of web applications. */
  private static final class OwnFirst extends URLClassLoader {

    OwnFirst(URL[] urls) {
      super(urls, OwnFirst.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (findLoadedClass(name) == null
            && findResource(name.replace('.', '/') + ".class") != null) {
          return findClass(name);
        }
        return super.loadClass(name, resolve);
      }
    }
  }

  /** Opens and closes the store, like an application. */
  public static final class OpenedStore implements Runnable {

    private final DataSource database;

    public OpenedStore(DataSource database) {
      this.database = database;
    }

    @Override
    public void run() {
      List<Class<?>> entities = List.of(Note.class);
      var factory = EntityManagers.local(database, entities);
      var annotations = AnnotationCache.of(entities);
      factory.createEntityManager().close();
      factory.close();
      annotations.forget();
    }
  }
}
