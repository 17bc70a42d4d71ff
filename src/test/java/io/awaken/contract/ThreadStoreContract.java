package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.Visibility;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.fixture.Blocks;
import io.awaken.fixture.Rows;
import io.awaken.http.json.NativeJson;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads and their messages. */
public abstract class ThreadStoreContract extends StoreContract {

  @Test
  void aNewThreadIsEmptyAndFree() {
    var parent = newThread();
    stores.threads().create(parent, ANN, null, null, null);
    var id = newThread();
    var made = stores.threads().create(id, ANN, "Trip", "ticket-7", parent);

    assertThat(stores.threads().find(id)).contains(made);
    assertThat(made.id()).isEqualTo(id);
    assertThat(made.tenant()).isEqualTo("acme");
    assertThat(made.owner()).isEqualTo("ann");
    assertThat(made.title()).isEqualTo("Trip");
    assertThat(made.resourceId()).isEqualTo("ticket-7");
    assertThat(made.parentThreadId()).isEqualTo(parent);
    assertThat(made.custom()).isEmpty();
    assertThat(made.openRunId()).isNull();
    assertThat(made.latestRunId()).isNull();
    assertThat(made.latestRunUpdatedAt()).isNull();
    assertThat(made.messageCount()).isZero();
    assertThat(made.epoch()).isZero();
    assertThat(made.createdAt()).isPositive().isEqualTo(made.updatedAt());
  }

  @Test
  @Rows(164)
  void anIdIsGivenToOneThreadOnly() {
    var id = newThread();
    stores.threads().create(id, ANN, "first", null, null);
    assertThatThrownBy(() -> stores.threads().create(id, COLLEAGUE, "second", null, null))
        .isInstanceOf(ThreadStore.AlreadyExists.class);
    assertThat(stores.threads().find(id).orElseThrow().title()).isEqualTo("first");
  }

  @Test
  void ofManyWhoCreateOneThreadOneSucceeds() throws Exception {
    var id = newThread();
    var made =
        race(
            6,
            () -> {
              try {
                stores.threads().create(id, ANN, null, null, null);
                return true;
              } catch (ThreadStore.AlreadyExists e) {
                return false;
              }
            });
    assertThat(made).containsOnlyOnce(true);
  }

  @Test
  void anUnknownThreadIsNotFoundAndHasNoMessages() {
    assertThat(stores.threads().find(newThread())).isEmpty();
    assertThat(stores.threads().history(newThread())).isEmpty();
    var page = stores.threads().messages(MessageQuery.of(newThread(), 10));
    assertThat(page).isEqualTo(new Page<>(List.of(), 0));
  }

  @Test
  void everyKindOfMessageComesBackAsItWas() {
    var fence = claimed(newThread()).fence();
    var arguments =
        JsonNodeFactory.instance.objectNode().put("n", new BigDecimal("1.50")).putNull("nothing");
    var metadata = new MessageMetadata(fence.runId().value(), 1, "helper");
    var asks =
        new Message(
            "a",
            Role.ASSISTANT,
            List.of(new ContentBlock.Thinking("hm"), new ContentBlock.Text("")),
            List.of(
                new ToolCall("c-1", "sum", arguments),
                new ToolCall("c-2", "sum", JsonNodeFactory.instance.textNode("{broken"))),
            null,
            null,
            metadata);
    var silent = new Message("b", Role.ASSISTANT, List.of(), List.of(), null, null, metadata);
    var result = Message.tool("c", "c-1", "{\"sum\":2}", metadata);
    var internal = new Message("d", Role.SYSTEM, null, null, null, Visibility.INTERNAL, null);
    stores.runCommit().commit(fence, step(null, asks, silent, result, internal));

    assertThat(stores.threads().history(fence.threadId()).subList(1, 5))
        .containsExactly(asks, silent, result, internal);
  }

  @Test
  void everyKindOfBlockAndMetadataComesBackAsItWas() {
    var fence = claimed(newThread()).fence();
    var call = new ToolCall("c-1", "sum", JsonNodeFactory.instance.objectNode());
    var asks =
        new Message(
                "a",
                Role.ASSISTANT,
                Blocks.all(),
                List.of(call.with(Blocks.metadata())),
                null,
                null,
                null)
            .with(Blocks.metadata());
    var result = Message.tool("b", "c-1", Blocks.all(), null);
    stores.runCommit().commit(fence, step(null, asks, result));

    var stored = stores.threads().history(fence.threadId()).subList(1, 3);
    assertThat(stored).containsExactly(asks, result);
    assertThat(NativeJson.bytes(stored)).isEqualTo(NativeJson.bytes(List.of(asks, result)));
  }
}
