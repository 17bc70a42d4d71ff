package io.awaken.contract;

import org.junit.jupiter.api.Nested;

/** What stores of documents, files and secrets must hold, beside those of threads and runs. */
public abstract class DocumentStoresContract {

  /** Empty stores for one test. */
  protected abstract Stores emptyStores();

  @Nested
  class StoredMedia extends MediaContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class DocumentsOfRuns extends DocumentStoreContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Profile extends ProfileStoreContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class KeysOfTheServer extends ServerKeysContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Secrets extends SecretStoreContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Subscriptions extends SubscriptionStoreContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }
}
