package io.awaken.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.awaken.core.run.Ids;

/** The compiled classes of the product, imported once for all tests. */
final class ProductClasses {

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .importUrl(Ids.class.getProtectionDomain().getCodeSource().getLocation());

  private ProductClasses() {}

  static JavaClasses imported() {
    return ALL;
  }
}
