package io.awaken.container;

import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Makes Arquillian keep an archive deployed across test classes, see {@link DeploymentKeeper}.
 * Found through {@code META-INF/services}.
 */
public final class KeptDeployments implements LoadableExtension {

  @Override
  public void register(ExtensionBuilder builder) {
    builder.observer(DeploymentKeeper.class);
  }
}
