package io.awaken.provider.langchain4j;

/** Looks up the models that a provider's document may name. Thread-safe. */
public interface ModelBeans {

  /** No models. */
  ModelBeans NONE =
      new ModelBeans() {
        @Override
        public <T> T find(Class<T> type, String name) {
          return null;
        }
      };

  /**
   * The one model of a type and name. Repeated calls return one instance.
   *
   * @param type an interface of LangChain4j
   * @param name name of the bean; null for the only one of the type
   * @return null without one
   * @throws IllegalArgumentException when there are several, or when the bean cannot serve all runs
   */
  <T> T find(Class<T> type, String name);
}
