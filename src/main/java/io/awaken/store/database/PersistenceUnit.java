package io.awaken.store.database;

import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import jakarta.persistence.spi.ClassTransformer;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.persistence.spi.PersistenceUnitTransactionType;
import java.net.URL;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceProvider;

/** The content of a {@code persistence.xml}, as code. */
record PersistenceUnit(
    DataSource dataSource, List<Class<?>> classes, PersistenceUnitTransactionType type)
    implements PersistenceUnitInfo {

  @Override
  public String getPersistenceUnitName() {
    return "awaken";
  }

  @Override
  public String getPersistenceProviderClassName() {
    return HibernatePersistenceProvider.class.getName();
  }

  @Override
  public PersistenceUnitTransactionType getTransactionType() {
    return type;
  }

  @Override
  public DataSource getJtaDataSource() {
    return type == PersistenceUnitTransactionType.JTA ? dataSource : null;
  }

  @Override
  public DataSource getNonJtaDataSource() {
    return type == PersistenceUnitTransactionType.RESOURCE_LOCAL ? dataSource : null;
  }

  @Override
  public List<String> getManagedClassNames() {
    return classes.stream().map(Class::getName).toList();
  }

  @Override
  public boolean excludeUnlistedClasses() {
    return true;
  }

  @Override
  public List<String> getMappingFileNames() {
    return List.of();
  }

  @Override
  public List<URL> getJarFileUrls() {
    return List.of();
  }

  @Override
  public URL getPersistenceUnitRootUrl() {
    return null;
  }

  @Override
  public SharedCacheMode getSharedCacheMode() {
    return SharedCacheMode.NONE;
  }

  @Override
  public ValidationMode getValidationMode() {
    return ValidationMode.NONE;
  }

  @Override
  public Properties getProperties() {
    return new Properties();
  }

  @Override
  public String getPersistenceXMLSchemaVersion() {
    return "3.1";
  }

  @Override
  public ClassLoader getClassLoader() {
    return PersistenceUnit.class.getClassLoader();
  }

  /** Classes are not transformed, since servers differ in when they allow it. */
  @Override
  public void addTransformer(ClassTransformer transformer) {}

  @Override
  public ClassLoader getNewTempClassLoader() {
    return getClassLoader();
  }
}
