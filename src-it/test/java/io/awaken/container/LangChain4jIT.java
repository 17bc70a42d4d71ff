package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.StreamingChatModel;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.BeforeMerge;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.io.File;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** An archive that contains LangChain4j and produces its models as beans. */
@BeforeMerge
@OnWildFly
@Rows(1050)
class LangChain4jIT extends ApiContainerTest {

  private static final String FOLDER = "META-INF/awaken/";

  @Deployment(testable = false)
  static WebArchive archive() throws Exception {
    var library =
        new File(
            StreamingChatModel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return AwakenArchive.asBuilt()
        .addClasses(ChatModels.class, ChatModels.class.getDeclaredClasses()[0])
        .addAsLibraries(library)
        .addAsResource(
            new StringAsset("agents/clerk.yaml\nproviders/house.yaml"), FOLDER + "documents.txt")
        .addAsResource(new StringAsset("model_id: house/echo-1\n"), FOLDER + "agents/clerk.yaml")
        .addAsResource(
            new StringAsset("adapter: langchain4j\nadapter_options: {bean: echo}\n"),
            FOLDER + "providers/house.yaml");
  }

  @Test
  void theConfiguredModelAnswers() {
    List<Frame> run = run(asking("clerk", "Lamps?"));

    assertThat(run.getLast().data().at("/result/response").asText()).isEqualTo("You said: Lamps?");
  }
}
