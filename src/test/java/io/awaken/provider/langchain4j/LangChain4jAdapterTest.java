package io.awaken.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.Rows;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Providers whose document names a LangChain4j model. */
@Rows(1050)
class LangChain4jAdapterTest {

  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  /** Models by type and name, as an application may have them. */
  private static final class Models implements ModelBeans {
    private final Map<String, Object> models = new HashMap<>();

    Models with(Class<?> type, String name, Object model) {
      models.put(type.getName() + "/" + name, model);
      return this;
    }

    @Override
    public <T> T find(Class<T> type, String name) {
      return type.cast(models.get(type.getName() + "/" + name));
    }
  }

  private static ProviderSpec provider(Map<String, JsonNode> options) {
    return new ProviderSpec("p", "langchain4j", null, null, null, options);
  }

  private static Map<String, JsonNode> bean(String name) {
    return Map.of("bean", TextNode.valueOf(name));
  }

  private static LlmExecutor executor(ModelBeans beans, ProviderSpec provider) {
    return new LangChain4jAdapter(beans, THREADS).create(provider);
  }

  private static String answer(LlmExecutor executor) throws Exception {
    return executor
        .execute(PlayedModel.request(), LlmListener.NONE, new CancellationToken())
        .text();
  }

  private static StreamingChatModel saying(String text) {
    return new PlayedModel(handler -> handler.onCompleteResponse(PlayedModel.says(text)));
  }

  private static ChatModel answering(String text) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        return PlayedModel.says(text);
      }
    };
  }

  @Test
  void theDocumentNamesTheModel() throws Exception {
    var models =
        new Models()
            .with(StreamingChatModel.class, "big", saying("Big"))
            .with(StreamingChatModel.class, "small", saying("Small"));

    assertThat(answer(executor(models, provider(bean("small"))))).isEqualTo("Small");
  }

  @Test
  void theOnlyModelNeedsNoName() throws Exception {
    var models = new Models().with(StreamingChatModel.class, null, saying("Only"));

    assertThat(answer(executor(models, provider(Map.of())))).isEqualTo("Only");
  }

  @Test
  void aStreamingModelTakesPrecedenceOverABlockingOne() throws Exception {
    var models =
        new Models()
            .with(ChatModel.class, "m", answering("Whole"))
            .with(StreamingChatModel.class, "m", saying("Streamed"))
            .with(ChatModel.class, "n", answering("Whole"));

    assertThat(answer(executor(models, provider(bean("m"))))).isEqualTo("Streamed");
    assertThat(answer(executor(models, provider(bean("n"))))).isEqualTo("Whole");
  }

  @Test
  void aMissingModelIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> executor(ModelBeans.NONE, provider(bean("gone"))))
        .withMessage(
            "provider p: no bean is a StreamingChatModel or ChatModel named gone"
                + " (adapter_options.bean)");
  }

  @ParameterizedTest
  @CsvSource({
    "bean,'',adapter_options.bean must be a text",
    "finish_reason,maybe,adapter_options.finish_reason must be required or optional"
  })
  void aWrongOptionIsNamed(String option, String value, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> executor(ModelBeans.NONE, provider(Map.of(option, TextNode.valueOf(value)))))
        .withMessage("provider p: " + reason);
  }

  @Test
  void keyAndAddressAreTheModelsOwn() {
    var key = new ProviderSpec("p", "langchain4j", new Secret("sk-1"), null, null, null);
    var address = new ProviderSpec("p", "langchain4j", null, "http://host", null, null);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> executor(ModelBeans.NONE, key))
        .withMessageContaining("api_key is not for adapter langchain4j")
        .withMessageNotContaining("sk-1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> executor(ModelBeans.NONE, address))
        .withMessageContaining("base_url is not for adapter langchain4j");
  }

  @Test
  @Rows(1054)
  void withoutLangChain4jTheAdapterNamesTheMissingDependency() throws Exception {
    URL classes = LlmAdapter.class.getProtectionDomain().getCodeSource().getLocation();
    try (var bare = new WithoutLangChain4j(classes)) {
      Class<?> beans = bare.loadClass(ModelBeans.class.getName());
      Object adapter =
          bare.loadClass(LangChain4jAdapter.class.getName())
              .getConstructor(beans, Executor.class)
              .newInstance(beans.getField("NONE").get(null), THREADS);
      Class<?> spec = bare.loadClass(ProviderSpec.class.getName());
      Object document =
          spec.getConstructors()[0].newInstance("p", "langchain4j", null, null, null, null);

      assertThat(adapter.getClass().getMethod("name").invoke(adapter)).isEqualTo("langchain4j");
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> {
                try {
                  adapter.getClass().getMethod("create", spec).invoke(adapter, document);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              })
          .withMessageStartingWith("provider p: adapter langchain4j needs LangChain4j");
    }
  }

  /** Reloads this project's classes, as if LangChain4j were not on the class path. */
  private static final class WithoutLangChain4j extends URLClassLoader {

    WithoutLangChain4j(URL classes) {
      super(new URL[] {classes}, LangChain4jAdapterTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.langchain4j.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("io.awaken.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }
}
