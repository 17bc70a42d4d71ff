package io.awaken.container;

import com.example.shop.ShopApplication;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.io.File;
import java.net.URISyntaxException;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The archive as built with what an application adds: tool beans of every kind, tools for MCP
 * clients, the shop with its own routes, and models of LangChain4j. One deployment serves the tests
 * within the server and those of its clients, so a test counts only what it did.
 */
final class ApplicationArchive {

  /** Deployments of this name are shared, see {@link ByArchive}. */
  static final String NAME = "application";

  private static final String FOLDER = "META-INF/awaken/";

  private ApplicationArchive() {}

  /**
   * Lists every class that runs within the server: Arquillian adds only the first one by itself.
   */
  static WebArchive create() throws URISyntaxException {
    return AwakenArchive.asBuilt()
        .addPackage(ShopApplication.class.getPackage())
        .addClasses(ToolBeans.class, AdderBean.class, EchoTools.class)
        .addClasses(ToolBeans.class.getDeclaredClasses())
        .addClasses(InContainerTest.class, ApplicationArchive.class, TransactionsIT.class)
        .addClasses(ToolBeansIT.class, ToolTransactionsIT.class)
        .addAsResource(
            new StringAsset("awaken.mcp.tools=echo, keep*\n"),
            "META-INF/microprofile-config.properties")
        .addClasses(ChatModels.class, ChatModels.class.getDeclaredClasses()[0])
        .addAsLibraries(langChain4j())
        .addAsResource(
            new StringAsset("agents/clerk.yaml\nproviders/house.yaml"), FOLDER + "documents.txt")
        .addAsResource(new StringAsset("model_id: house/echo-1\n"), FOLDER + "agents/clerk.yaml")
        .addAsResource(
            new StringAsset("adapter: langchain4j\nadapter_options: {bean: echo}\n"),
            FOLDER + "providers/house.yaml");
  }

  private static File langChain4j() throws URISyntaxException {
    return new File(
        StreamingChatModel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
