package io.awaken.server;

import io.awaken.store.database.ConfiguredDataSource;
import io.awaken.store.database.Database;
import jakarta.annotation.sql.DataSourceDefinition;
import jakarta.ejb.Singleton;

/**
 * Defines the application's own pool: at most 20 connections to the database that {@code
 * awaken.db.url} names. Nothing is opened while {@code awaken.datasource} names another pool.
 */
@DataSourceDefinition(
    name = Database.DEFAULT_JNDI_NAME,
    className = "io.awaken.store.database.ConfiguredDataSource",
    properties = "description=Awaken EE",
    initialPoolSize = 0,
    minPoolSize = 0,
    maxPoolSize = 20,
    maxIdleTime = 300,
    transactional = true)
@Singleton
public class DefaultPool {
  /** Guards the name in the annotation: this does not compile when the class moves. */
  static final Class<?> SOURCE = ConfiguredDataSource.class;
}
