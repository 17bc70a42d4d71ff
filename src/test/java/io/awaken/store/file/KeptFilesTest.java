package io.awaken.store.file;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.contract.Stores;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.StateChange;
import io.awaken.core.state.StateChanges;
import io.awaken.core.state.TypedEffect;
import io.awaken.core.store.outbox.DueEntry;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.fixture.Blocks;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.CommitBuilder;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import io.awaken.store.memory.MemoryStores;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the files contain, and what is restored from them. */
@Rows(165)
class KeptFilesTest extends FileFolderBed {

  /** An answer with a call, and a state value of the thread. */
  private static CommitBuilder step() {
    var arguments =
        JsonNodeFactory.instance
            .objectNode()
            .put("place", "Bern")
            .put("at", new BigDecimal("1.50"));
    var answer =
        new Message(
            "m-1",
            Role.ASSISTANT,
            List.of(new ContentBlock.Thinking("hm"), new ContentBlock.Text("Let me look.")),
            List.of(new ToolCall("c-1", "weather", arguments)),
            null,
            null,
            new MessageMetadata(RUN.value(), 1, "helper"));
    var value =
        new StateChange(KeyScope.THREAD, "basket", JsonNodeFactory.instance.textNode("pears"));
    return aCommit("commit").messages(answer).state(new StateChanges(1, List.of(value), false));
  }

  @Test
  void theFirstWriteCreatesTheFolder() {
    var stores = open();
    stores.threads().find(THREAD);
    assertThat(folder()).doesNotExist();

    begun(stores);
    assertThat(folder().resolve("threads/t-1.json")).exists();
    assertThat(folder().resolve("messages/t-1.json")).content().contains("\"hello\"");
    assertThat(folder().resolve("runs/r-1.json")).content().contains("\"running\"");
  }

  @Test
  @Rows(902)
  void supersededMessagesStaySupersededAfterARestart() {
    var stores = open();
    Claim first = begun(stores);
    stores.runCommit().finish(first.fence(), step().build(), answered());
    var again = submission("t-1", "r-2").asking(spec -> spec.superseding("m-1"));
    var claim = ((SubmitResult.Claimed) stores.mailbox().submit(again)).claim();
    stores.runCommit().finish(claim.fence(), emptyCommit("last"), answered());

    var reopened = open().threads();
    assertThat(reopened.history(THREAD))
        .extracting(Message::id)
        .containsExactly("in-r-1", "in-r-2");
    var all = new MessageQuery(THREAD, Filter.ALL.withSuperseded(), false, null, 0, 9);
    assertThat(reopened.messages(all).items())
        .extracting(ThreadStore.StoredMessage::superseded)
        .containsExactly(false, true, false);
  }

  @Test
  void tenantsHaveSeparateThreadsUnderOneId() {
    var eve = new Caller("a/b", "eve", Set.of());
    var before = open();
    before.threads().create(THREAD, ANN, "Ann's", null, null);
    before.threads().create(THREAD.in(eve.tenant()), eve, "Eve's", null, null);

    var stores = open();

    assertThat(stores.threads().find(THREAD).orElseThrow().title()).isEqualTo("Ann's");
    assertThat(stores.threads().find(THREAD.in("a/b")).orElseThrow().title()).isEqualTo("Eve's");
    stores.threads().delete(THREAD.in("a/b"), eve, false);
    assertThat(open().threads().find(THREAD)).isPresent();
    assertThat(open().threads().find(THREAD.in("a/b"))).isEmpty();
  }

  @Test
  void aTenantsThreadStoredByAnEarlierVersionUnderItsBareIdIsStillFound() throws IOException {
    begun(open());
    for (String kind : List.of("threads/t-1.json", "runs/r-1.json")) {
      Path file = folder().resolve(kind);
      Files.writeString(file, Files.readString(file).replace("\"default\"", "\"acme\""));
    }

    var stores = open();

    var acmes = THREAD.in("acme");
    assertThat(stores.threads().find(THREAD)).isEmpty();
    assertThat(stores.threads().history(acmes)).extracting(Message::text).contains("hello");
    assertThat(stores.runs().find(RUN).orElseThrow().threadId()).isEqualTo(acmes);
    stores.threads().create(THREAD, ANN, "Ann's", null, null);
    assertThat(open().threads().find(THREAD).orElseThrow().title()).isEqualTo("Ann's");
    assertThat(open().threads().history(acmes)).isNotEmpty();
  }

  @Test
  void restoredThreadsEqualTheStoredOnes() {
    var before = open();
    var claim = begun(before);
    clock.advance(Duration.ofSeconds(1));
    var fence = before.runCommit().commit(claim.fence(), step().build());
    before.runCommit().finish(fence, last(), answered());
    ThreadRecord thread = before.threads().find(THREAD).orElseThrow();
    RunRecord run = before.runs().find(RUN).orElseThrow();

    clock.advance(Duration.ofDays(1));
    var after = open();

    assertThat(after.threads().find(THREAD)).contains(thread);
    assertThat(after.runs().find(RUN)).contains(run);
    assertThat(after.threads().history(THREAD)).isEqualTo(before.threads().history(THREAD));
    assertThat(after.threads().state(THREAD, RUN).thread().extensions())
        .containsEntry("basket", JsonNodeFactory.instance.textNode("pears"));
  }

  @Test
  @Rows({63, 95})
  void undeliveredEntriesAndTheEndOfAnInterruptedRunAreDueOnceAfterARestart() {
    var stores = open();
    Claim claim = begun(stores);
    var effect = OutboxEntry.effect("commit", 0, new TypedEffect("notify", TextNode.valueOf("it")));
    stores
        .runCommit()
        .commit(
            claim.fence(), step().outbox(new OutboxChanges(List.of(effect), List.of())).build());

    MemoryStores again = open();
    List<DueEntry> due = again.outbox().take(10, Duration.ofHours(1));
    assertThat(due).extracting(DueEntry::entry).containsExactly(effect, OutboxEntry.end(RUN));
    again.outbox().remove(THREAD, List.of(effect.id()));
    assertThat(again.outbox().ended(THREAD, RUN, OutboxEntry.end(RUN).id(), List.of())).isTrue();

    assertThat(open().outbox().take(10, Duration.ofHours(1))).isEmpty();
  }

  @Test
  void theConversationContinuesUnderNewEpochs() {
    var before = open();
    var claim = begun(before);
    before.runCommit().finish(claim.fence(), last(), answered());

    var after = open();
    var next = after.mailbox().submit(submission("t-1", "r-2"));

    assertThat(((SubmitResult.Claimed) next).claim().fence().epoch())
        .isEqualTo(claim.fence().epoch() + 1);
    assertThat(open().threads().history(THREAD))
        .extracting(Message::id)
        .containsExactly("in-r-1", "in-r-2");
  }

  @Test
  void anUnfinishedRunHasFailedAfterARestartAndItsThreadIsFree() {
    var before = open();
    before.runCommit().commit(begun(before).fence(), step().build());

    var after = open();

    RunRecord run = after.runs().find(RUN).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.termination()).isEqualTo(new TerminationReason.Error(FileStores.CUT_OFF));
    assertThat(after.threads().find(THREAD).orElseThrow().openRunId()).isNull();
    assertThat(after.mailbox().submit(submission("t-1", "r-2")))
        .isInstanceOf(SubmitResult.Claimed.class);
  }

  @Test
  @Failures("F07")
  void theThreadMarksTheOutcomeOfAnInterruptedCallAsUnknown() {
    var before = open();
    before.runCommit().commit(begun(before).fence(), step().build());

    List<Message> history = open().threads().history(THREAD);

    assertThat(history).hasSize(3);
    assertThat(history.getLast().toolCallId()).isEqualTo("c-1");
    assertThat(history.getLast().text()).contains("what it did is not known");
    var after = open();
    after.mailbox().submit(submission("t-1", "r-2"));
    assertThat(open().threads().history(THREAD))
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.USER);
  }

  @Test
  void aDeletedThreadLeavesNoFiles() throws IOException {
    var stores = open();
    stores.runCommit().finish(begun(stores).fence(), last(), answered());
    stores.threads().delete(THREAD, ANN, false);

    assertThat(open().threads().find(THREAD)).isEmpty();
    try (Stream<Path> files = Files.walk(folder())) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void theLogWarnsThatItIsForDevelopment() {
    try (var log = new CapturedLog(FileStores.class)) {
      open();
      assertThat(log.warnings()).singleElement().asString().contains("for development only");
    }
  }

  @Test
  void sharedValuesWithAnyKeySurviveARestart() {
    var text = JsonNodeFactory.instance.textNode("v");
    var before = FileStores.open(folder(), clock, Stores.SETTINGS).profile();
    before.write("acme", "../prices", "a/b", text);
    before.write("acme", "\u20ac".repeat(128), "k", text);
    before.write("evil", "../prices", "a/b", JsonNodeFactory.instance.numberNode(1));

    var after = FileStores.open(folder(), clock, Stores.SETTINGS).profile();
    assertThat(after.read("acme", "../prices", "a/b")).contains(text);
    assertThat(after.read("acme", "\u20ac".repeat(128), "k")).contains(text);
    assertThat(folder().resolve("profile/acme/%2E%2E%2Fprices.json")).exists();
  }

  @Test
  void mediaIsDeletedWithItsThread() {
    var stores = open();
    var claim = begun(stores);
    var content = MediaContent.of("image/png", new MediaBytes(Blocks.bytes(1_000, 1)));
    var block = MediaKind.IMAGE.stored(content.id(), "image/png", content.size(), "a.png");
    var result = Message.tool("m-1", "c-1", List.of(block), null);
    var step = aCommit("commit").messages(result).media(List.of(content)).build();
    var fence = stores.runCommit().commit(claim.fence(), step);
    var last = emptyCommit("last");
    stores.runCommit().finish(fence, last, answered());
    assertThat(folder().resolve("media/t-1/" + content.id() + ".json")).exists();

    var again = open();

    assertThat(again.threads().history(THREAD).getLast()).isEqualTo(result);
    assertThat(again.threads().media().read(THREAD, content.id())).contains(content.data().array());
    again.threads().delete(THREAD, ANN, false);
    assertThat(folder().resolve("media/t-1")).doesNotExist();
  }

  @Test
  void anUnusedUploadCountsAfterARestart() {
    var stores = open();
    var fence = begun(stores).fence();
    var upload = MediaContent.of("image/png", new MediaBytes(Blocks.bytes(1_000, 2)));
    stores.threads().media().put(THREAD, ANN, upload, ThreadLimits.DEFAULT);
    var last = emptyCommit("last");
    stores.runCommit().finish(fence, last, answered());

    var again = open();

    long bytes = begun(again).fence().messageBytes();
    assertThat(bytes).isEqualTo(MessageBytes.of(again.threads().history(THREAD)) + 1_000);
  }
}
