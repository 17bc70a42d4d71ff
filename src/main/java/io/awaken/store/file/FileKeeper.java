package io.awaken.store.file;

import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.store.memory.keep.CurrentMessages;
import io.awaken.store.memory.keep.Keeper;
import io.awaken.store.memory.keep.StoredThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code threads/<id>.json}, {@code messages/<id>.json}, {@code runs/<id>.json} and {@code
 * media/<id>/<media id>.json} (features row 165). A thread is written last and deleted first:
 * without its file nothing else of it counts.
 */
final class FileKeeper implements Keeper {
  private static final String THREADS = "threads";
  private static final String MESSAGES = "messages";
  private static final String RUNS = "runs";
  private static final String MEDIA = "media/";

  private final JsonFiles files;

  /** The part of each thread that is in its messages file. */
  private final Map<ThreadId, Written> written = new HashMap<>();

  /** The stored media of each thread; media never change. */
  private final Map<ThreadId, Set<String>> writtenMedia = new HashMap<>();

  FileKeeper(JsonFiles files) {
    this.files = files;
  }

  @Override
  public void check(String id) {
    FileIds.check(id);
  }

  @Override
  public void keep(StoredThread thread, Collection<RunRecord> changed) {
    ThreadId id = thread.record().id();
    var messages = new Written(thread.messages().size(), thread.current());
    keepMedia(thread);
    if (!written.getOrDefault(id, Written.NOTHING).equals(messages)) {
      files.write(MESSAGES, FileIds.name(id), MessagesFile.of(thread));
      written.put(id, messages);
    }
    changed.forEach(run -> files.write(RUNS, run.runId().value(), RunFile.of(run)));
    files.write(THREADS, FileIds.name(id), ThreadFile.of(thread));
  }

  /**
   * The stored part of a conversation.
   *
   * @param messages their number, which only grows
   * @param current which of them are current
   */
  private record Written(int messages, CurrentMessages current) {
    static final Written NOTHING = new Written(0, CurrentMessages.ALL);
  }

  /** Called before the messages that refer to it are written. */
  private void keepMedia(StoredThread thread) {
    if (thread.media().isEmpty()) {
      return;
    }
    ThreadId id = thread.record().id();
    Set<String> known = writtenMedia.computeIfAbsent(id, none -> new HashSet<>());
    for (MediaContent content : thread.media()) {
      if (!known.contains(content.id())) {
        files.write(MEDIA + FileIds.name(id), content.id(), content);
        known.add(content.id());
      }
    }
  }

  @Override
  public void forget(ThreadId thread, Collection<RunId> runs) {
    files.delete(THREADS, FileIds.name(thread));
    files.delete(MESSAGES, FileIds.name(thread));
    runs.forEach(run -> files.delete(RUNS, run.value()));
    files.deleteFolder(MEDIA + FileIds.name(thread));
    written.remove(thread);
    writtenMedia.remove(thread);
  }

  /** Includes runs without a thread. */
  List<RunRecord> runs() {
    return files.readAll(RUNS, RunFile.class).stream().map(RunFile::toRecord).toList();
  }

  List<StoredThread> threads() {
    var threads = new ArrayList<StoredThread>();
    for (ThreadFile file : files.readAll(THREADS, ThreadFile.class)) {
      String name = FileIds.name(file.threadId());
      moveToTenant(file, name);
      var conversation = files.read(MESSAGES, name, MessagesFile.class);
      List<MessagesFile.Entry> entries = conversation.map(MessagesFile::messages).orElse(List.of());
      CurrentMessages current = conversation.map(MessagesFile::current).orElse(CurrentMessages.ALL);
      List<Message> messages = entries.stream().map(MessagesFile.Entry::message).toList();
      written.put(file.threadId(), new Written(messages.size(), current));
      threads.add(
          new StoredThread(
              file.toRecord(messages.size()),
              file.state(),
              messages,
              current,
              entries.stream().map(each -> new RunId(each.runId())).toList(),
              media(file.threadId(), name),
              file.outbox().stream().map(ThreadFile.Entry::kept).toList()));
    }
    return threads;
  }

  private List<MediaContent> media(ThreadId thread, String name) {
    List<MediaContent> media = files.readAll(MEDIA + name, MediaContent.class);
    media.forEach(
        content -> writtenMedia.computeIfAbsent(thread, none -> new HashSet<>()).add(content.id()));
    return media;
  }

  /**
   * An earlier version used only the id as file name for every tenant. The thread is moved last, so
   * that a killed process continues here.
   */
  private void moveToTenant(ThreadFile file, String name) {
    if (!name.equals(file.id()) && !files.exists(THREADS, name)) {
      files.move(MESSAGES, file.id(), name);
      files.move(THREADS, file.id(), name);
    }
  }
}
