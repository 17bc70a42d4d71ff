package io.awaken.runtime;

import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.FolderDatabase;
import io.awaken.store.database.LocalTransactions;
import io.awaken.store.database.migration.Migrations;
import io.awaken.store.jpa.JpaStores;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;

/**
 * Stores in an H2 file, the default of a runtime (features row 165). A commit is on disk before it
 * is confirmed. When the process ends within a run, {@link AgentRuntime#resume} continues it after
 * its lease of {@link RuntimeStores#LEASE}. One process at a time has the folder open; several
 * runtimes of that process may share these stores.
 *
 * <p>Thread-safe. Close it after the runtimes that use it.
 */
public final class FileDatabase implements AutoCloseable {

  /** The default folder. */
  static final Path FOLDER = Path.of("data");

  private final FolderDatabase folder;
  private final EntityManagerFactory factory;
  private final JpaStores stores;

  private FileDatabase(FolderDatabase folder, EntityManagerFactory factory) {
    this.folder = folder;
    this.factory = factory;
    this.stores =
        new JpaStores(new LocalTransactions(factory), folder.database(), RuntimeStores.EMBEDDED);
  }

  /**
   * Opens the database of a folder, which is created if it is missing, and migrates it.
   *
   * @throws io.awaken.store.database.DatabaseRefused naming the folder when it cannot be used
   */
  public static FileDatabase open(Path path) {
    FolderDatabase folder = FolderDatabase.open(path);
    try {
      Migrations.run(folder.database().dataSource());
      return new FileDatabase(
          folder, EntityManagers.local(folder.database().dataSource(), JpaStores.ENTITIES));
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** The stores of runtimes, until this is closed. */
  public RuntimeStores stores() {
    return RuntimeStores.of(stores);
  }

  @Override
  public void close() {
    stores.close();
    factory.close();
    folder.close();
  }
}
