package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.MediaStore.Info;
import io.awaken.core.store.thread.MediaStore.Upload;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.fixture.Blocks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Media beside the messages of threads. */
public abstract class MediaContract extends StoreContract {

  private static final ThreadLimits LIMITS = Stores.SETTINGS.bounds().thread();

  private static MediaContent content(int length) {
    return MediaContent.of("image/png", new MediaBytes(Blocks.bytes(length, length)));
  }

  private ThreadId made() {
    var thread = newThread();
    stores.threads().create(thread, ANN, null, null, null);
    return thread;
  }

  private MediaStore media() {
    return stores.threads().media();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, MediaStore.PART, MediaStore.PART + 1, 3 * MediaStore.PART + 7})
  void anUploadComesBackAsItWasWholeAndInParts(int length) {
    var thread = made();
    var content = content(length);
    var info = new Info(content.id(), "image/png", length);

    assertThat(media().put(thread, ANN, content, LIMITS)).isEqualTo(new Upload.Done(info));

    assertThat(media().find(thread, content.id())).contains(info);
    assertThat(media().read(thread, content.id())).contains(content.data().array());
    var parts = new ArrayList<Byte>();
    int index = 0;
    for (var part = media().part(thread, content.id(), index);
        part.isPresent();
        part = media().part(thread, content.id(), ++index)) {
      assertThat(part.get()).hasSizeLessThanOrEqualTo(MediaStore.PART);
      for (byte each : part.get()) {
        parts.add(each);
      }
    }
    assertThat(parts).hasSize(length);
    for (int i = 0; i < length; i++) {
      assertThat((byte) parts.get(i)).isEqualTo(content.data().array()[i]);
    }
  }

  @Test
  void theSameContentIsStoredOnceInItsThread() {
    var thread = made();
    var content = content(100);
    var limits = new ThreadLimits(1, 150);

    media().put(thread, ANN, content, limits);

    assertThat(media().put(thread, ANN, content, limits)).isInstanceOf(Upload.Done.class);
    assertThat(media().put(thread, ANN, content(51), limits)).isInstanceOf(Upload.Full.class);
    assertThat(media().put(thread, ANN, content(50), limits)).isInstanceOf(Upload.Done.class);
  }

  @Test
  void theSameBytesOfAnotherTypeAreAnotherMedium() {
    var bytes = new MediaBytes(new byte[] {1, 2});
    assertThat(MediaContent.of("image/png", bytes).id())
        .isNotEqualTo(MediaContent.of("text/plain", bytes).id());
  }

  @Test
  void onlyWhoSeesAThreadStoresMediaWithIt() {
    var thread = made();
    for (Caller other : List.of(STRANGER, ANONYMOUS)) {
      assertThat(media().put(thread, other, content(1), LIMITS))
          .isInstanceOf(Upload.NoThread.class);
    }
    assertThat(media().put(newThread(), ANN, content(1), LIMITS))
        .isInstanceOf(Upload.NoThread.class);
    assertThat(media().find(thread, content(1).id())).isEmpty();
  }

  @Test
  void aMediumOfAnotherThreadIsNotFound() {
    var thread = made();
    var other = made();
    media().put(thread, ANN, content(10), LIMITS);

    assertThat(media().find(other, content(10).id())).isEmpty();
    assertThat(media().read(other, content(10).id())).isEmpty();
    assertThat(media().part(other, content(10).id(), 0)).isEmpty();
    assertThat(media().find(thread, "no such")).isEmpty();
  }

  private static Submission picturing(ThreadId thread, Submission like, byte[] bytes) {
    var id = fresh("in");
    var said =
        new Message(
            id,
            Role.USER,
            List.of(new ContentBlock.Text("look"), MediaKind.IMAGE.of("image/png", bytes, "a.png")),
            List.of(),
            null,
            null,
            null);
    return new Submission(
            like.runId(),
            thread,
            like.jobId(),
            like.agentId(),
            like.caller(),
            null,
            List.of(said),
            like.claim())
        .separated(LargeMedia.INLINE);
  }

  private void assertStored(ThreadId thread, Message message, byte[] bytes) {
    var block = (Media) message.content().getLast();
    assertThat(block.data()).isNull();
    assertThat(block.size()).isEqualTo(bytes.length);
    assertThat(block.name()).isEqualTo("a.png");
    assertThat(media().read(thread, block.mediaId())).contains(bytes);
    assertThat(MessageBytes.of(message)).isGreaterThan(bytes.length);
  }

  @Test
  void largeMediaOfAnAcceptedMessageIsStoredBesideIt() {
    var thread = newThread();
    byte[] bytes = Blocks.bytes(LargeMedia.INLINE + 1, 5);
    var submission = picturing(thread, submission(thread, newToken()), bytes);

    assertThat(stores.mailbox().submit(submission)).isInstanceOf(SubmitResult.Claimed.class);
    assertThat(stores.mailbox().submit(submission)).isInstanceOf(SubmitResult.Claimed.class);

    assertStored(thread, stores.threads().history(thread).getFirst(), bytes);
  }

  @Test
  void smallMediaStaysInItsMessage() {
    var thread = newThread();
    byte[] bytes = Blocks.bytes(LargeMedia.INLINE, 5);
    var submission = picturing(thread, submission(thread, newToken()), bytes);

    stores.mailbox().submit(submission);

    assertThat(submission.media()).isEmpty();
    var block = (Media) stores.threads().history(thread).getFirst().content().getLast();
    assertThat(block.data().array()).isEqualTo(bytes);
  }

  @Test
  void aMessageKeepsNoMoreSmallMediaThanItMay() {
    var blocks = new ArrayList<ContentBlock>();
    for (int i = 0; i < 3; i++) {
      blocks.add(MediaKind.IMAGE.of("image/png", Blocks.bytes(40, i), null));
    }
    var apart = new ArrayList<MediaContent>();

    List<ContentBlock> kept = LargeMedia.blocks(blocks, 100, apart::add);

    assertThat(kept.subList(0, 2)).isEqualTo(blocks.subList(0, 2));
    assertThat(((Media) kept.get(2)).mediaId()).isEqualTo(apart.getFirst().id());
    assertThat(LargeMedia.blocks(kept, 100, apart::add)).isSameAs(kept);
  }

  @Test
  void largeMediaOfAMessageThatWaitsIsStoredUntilItIsTakenIn() {
    var thread = newThread();
    byte[] bytes = Blocks.bytes(LargeMedia.INLINE + 1, 6);
    stores.mailbox().submit(picturing(thread, submission(thread, null), bytes));

    claimDue();

    assertStored(thread, stores.threads().history(thread).getFirst(), bytes);
  }

  @Test
  void largeMediaSaidToARunIsStoredWithIt() {
    var thread = newThread();
    var claim = claimed(thread);
    byte[] bytes = Blocks.bytes(LargeMedia.INLINE + 1, 7);
    var said = picturing(thread, submission(thread, null), bytes).as(SubmitMode.STEER);

    assertThat(stores.mailbox().submit(said)).isInstanceOf(SubmitResult.Steered.class);

    var entry = stores.runs().inbox(claim.runId()).getFirst();
    assertStored(thread, entry.messages().getFirst(), bytes);
  }

  @Test
  void aCommitStoresTheMediaOfItsMessages() {
    var fence = claimed(newThread()).fence();
    var content = content(LargeMedia.INLINE + 1);
    var block = MediaKind.IMAGE.stored(content.id(), "image/png", content.size(), "a.png");
    var result = Message.tool(fresh("message"), "c-1", List.of(block), null);
    var step = aCommit(fresh("commit")).messages(result).media(List.of(content)).build();

    var next = stores.runCommit().commit(fence, step);
    assertThat(stores.runCommit().commit(fence, step)).isEqualTo(next);

    assertThat(next.messageBytes()).isGreaterThan(fence.messageBytes() + content.size());
    assertStored(
        fence.threadId(),
        stores.threads().history(fence.threadId()).getLast(),
        content.data().array());
  }

  @Test
  void mediaCountsWhenTheThreadIsFull() {
    var thread = newThread();
    byte[] bytes = Blocks.bytes((int) LIMITS.bytes() - 100, 8);

    var result = stores.mailbox().submit(picturing(thread, submission(thread, newToken()), bytes));

    assertThat(result).isEqualTo(SubmitResult.Refused.threadFull(thread, LIMITS));
    assertThat(media().find(thread, MediaContent.of("image/png", new MediaBytes(bytes)).id()))
        .isEmpty();
  }

  @Test
  void uploadsCountWhenAMessageNeedsRoom() {
    var thread = made();
    int most = (int) LIMITS.bytes();
    assertThat(media().put(thread, ANN, content(most - 100), LIMITS))
        .isInstanceOf(Upload.Done.class);

    var says = submission(thread, newToken());
    assertThat(stores.mailbox().submit(says))
        .isEqualTo(SubmitResult.Refused.threadFull(thread, LIMITS));
    assertThat(media().put(thread, ANN, content(101), LIMITS)).isInstanceOf(Upload.Full.class);
    assertThat(media().find(thread, content(101).id())).isEmpty();
    assertThat(media().put(thread, ANN, content(100), LIMITS)).isInstanceOf(Upload.Done.class);
    assertThat(media().put(thread, ANN, content(100), LIMITS)).isInstanceOf(Upload.Done.class);
    assertThat(media().put(thread, ANN, content(1), LIMITS)).isInstanceOf(Upload.Full.class);
  }

  @Test
  void aThreadThatIsFullOfMessagesTakesNoUpload() {
    var thread = newThread();
    var fence = claimed(thread).fence();
    var whole = answer(fence, "x".repeat((int) LIMITS.bytes()));
    stores.runCommit().finish(fence, step(null, whole), ANSWERED);
    assertThat(media().put(thread, ANN, content(1), LIMITS)).isInstanceOf(Upload.Full.class);

    var other = newThread();
    finish(claimed(other));
    assertThat(media().put(other, ANN, content(1), new ThreadLimits(1, 10_000)))
        .isInstanceOf(Upload.Full.class);
    assertThat(media().put(other, ANN, content(1), new ThreadLimits(2, 10_000)))
        .isInstanceOf(Upload.Done.class);
  }

  @Test
  void anUploadDuringARunCountsForTheNext() {
    var thread = newThread();
    var first = claimed(thread).fence();
    media().put(thread, ANN, content(1_000), LIMITS);
    var next = stores.runCommit().commit(first, step(null, answer(first, "more")));
    media().put(thread, ANN, content(2_000), LIMITS);
    stores.runCommit().finish(next, step(null), ANSWERED);

    var second = claimed(thread).fence();

    assertThat(second.messageBytes())
        .isEqualTo(MessageBytes.of(stores.threads().history(thread)) + 3_000);
  }

  @Test
  void mediaGoesWithItsThread() {
    var thread = made();
    var content = content(9 * MediaStore.PART);
    media().put(thread, ANN, content, LIMITS);

    assertThat(stores.threads().delete(thread, ANN, false)).isEqualTo(Deleted.DELETED);
    assertThat(media().find(thread, content.id())).isEmpty();
    assertThat(media().read(thread, content.id())).isEmpty();
    assertThat(media().part(thread, content.id(), 8)).isEmpty();
    while (stores.threads().removeDeleted(100)) {
      // Until nothing is left.
    }

    stores.threads().create(thread, ANN, null, null, null);
    assertThat(media().find(thread, content.id())).isEmpty();
  }
}
