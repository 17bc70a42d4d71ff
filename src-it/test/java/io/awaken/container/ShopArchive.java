package io.awaken.container;

import com.example.shop.ShopApplication;
import java.io.File;
import java.util.Map;
import org.jboss.shrinkwrap.api.ArchivePath;
import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.Node;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The sample WAR as its own build packages it: the shop's classes and files, the runtime's classes
 * jar and the libraries of the runtime's WAR, without the runtime's {@code WEB-INF}.
 */
final class ShopArchive {

  private static final File SAMPLE = new File("src-it/samples/custom-tool/src/main");
  private static final String DOCUMENTS = "META-INF/awaken/";

  private ShopArchive() {}

  /** The shop with a model that plays a script (YAML of a provider's document). */
  static WebArchive withScript(String provider) {
    WebArchive shop =
        ShrinkWrap.create(WebArchive.class, "shop.war")
            .addPackage(ShopApplication.class.getPackage())
            .addAsWebInfResource(new File(SAMPLE, "webapp/WEB-INF/beans.xml"), "beans.xml")
            .addAsResource(
                new File(SAMPLE, "resources/" + DOCUMENTS + "agents/clerk.yaml"),
                DOCUMENTS + "agents/clerk.yaml")
            .addAsResource(new StringAsset(provider), DOCUMENTS + "providers/scripted.yaml")
            .addAsResource(
                new StringAsset("agents/clerk.yaml\nproviders/scripted.yaml\n"),
                DOCUMENTS + "documents.txt");
    shop.addAsLibrary(new File("target/awaken-classes.jar"), "awaken-ee-classes.jar");
    libraries().forEach((path, node) -> shop.add(node.getAsset(), path));
    return shop;
  }

  private static Map<ArchivePath, Node> libraries() {
    return AwakenArchive.asBuilt().getContent(Filters.include("/WEB-INF/lib/.*\\.jar"));
  }
}
