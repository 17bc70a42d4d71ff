package io.awaken.protocol.mcp.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.http.submit.PlaceCursor;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Lists resources: documents ordered by id, then the caller's threads, then the caller's runs, each
 * newest first. Thread-safe.
 */
@Dependent
public class Resources {

  /** Resources per page. */
  static final int PAGE = 100;

  private static final String THREADS = "threads/";
  private static final String RUNS = "runs/";
  private static final String DOCUMENTS = "documents/";
  private static final String THREAD_TEMPLATE = ResourceUri.THREADS + "{thread_id}{?before}";
  private static final String RUN_TEMPLATE = ResourceUri.RUNS + "{run_id}";
  private static final String JSON = "application/json";

  private final ThreadStore threads;
  private final RunStore runs;
  private final DocumentResources documents;

  @Inject
  public Resources(ThreadStore threads, RunStore runs, DocumentResources documents) {
    this.threads = threads;
    this.runs = runs;
    this.documents = documents;
  }

  /**
   * The position where a page begins.
   *
   * @param document the last listed document; null after all documents
   * @param thread the last listed thread; null for the first thread
   * @param run the last listed run; null for the first run
   * @param ofRuns whether all threads are listed
   */
  private record Start(
      String document, ThreadQuery.After thread, RunQuery.After run, boolean ofRuns) {

    static final Start FIRST = new Start("", null, null, false);

    static Start of(PlaceCursor cursor, Caller caller) {
      if (cursor.id().equals(RUNS)) {
        return new Start(null, null, null, true);
      }
      if (cursor.id().startsWith(RUNS)) {
        var run = new RunId(cursor.id().substring(RUNS.length()));
        return new Start(null, null, new RunQuery.After(cursor.millis(), run), true);
      }
      if (cursor.id().startsWith(THREADS)) {
        var thread = new ThreadId(caller.tenant(), cursor.id().substring(THREADS.length()));
        return new Start(null, new ThreadQuery.After(cursor.millis(), thread), null, false);
      }
      if (cursor.id().startsWith(DOCUMENTS)) {
        return new Start(cursor.id().substring(DOCUMENTS.length()), null, null, false);
      }
      throw new IllegalArgumentException("cursor of another list");
    }
  }

  /**
   * A page of the list.
   *
   * @param cursor from the previous page; null for the first
   * @throws io.awaken.http.security.RefusedException 400 for a cursor that no page returned
   */
  public ObjectNode list(JsonNode cursor, Caller caller) {
    Start start = PlaceCursor.read(cursor, at -> Start.of(at, caller)).orElse(Start.FIRST);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode resources = page.putArray("resources");
    Optional<PlaceCursor> next =
        start.document() == null ? Optional.empty() : listDocuments(start.document(), resources);
    if (next.isEmpty() && !start.ofRuns()) {
      next = listThreads(start.thread(), PAGE - resources.size(), caller, resources);
    }
    if (next.isEmpty() && resources.size() < PAGE) {
      next = listRuns(start.run(), PAGE - resources.size(), caller, resources);
    } else if (next.isEmpty()) {
      next = Optional.of(new PlaceCursor(0, RUNS));
    }
    next.ifPresent(place -> page.put("nextCursor", place.text()));
    return page;
  }

  /** Returns a cursor when documents fill the page, so that threads begin on the next one. */
  private Optional<PlaceCursor> listDocuments(String after, ArrayNode resources) {
    for (ResourceSpec spec : documents.plain()) {
      if (spec.id().compareTo(after) > 0) {
        ObjectNode resource = resources.addObject().put("uri", spec.uri());
        DocumentResources.describe(spec, resource);
        if (resources.size() == PAGE) {
          return Optional.of(new PlaceCursor(0, DOCUMENTS + spec.id()));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<PlaceCursor> listThreads(
      ThreadQuery.After after, int limit, Caller caller, ArrayNode resources) {
    var filter = new ThreadQuery.Filter(caller.tenant(), owner(caller), null, null, false, caller);
    Page<ThreadSummary> found = threads.list(new ThreadQuery(filter, after, 0, limit + 1));
    int shown = Math.min(limit, found.items().size());
    for (ThreadSummary thread : found.items().subList(0, shown)) {
      String id = thread.id().value();
      String uri = new ResourceUri.OfThread(id, null).text();
      ObjectNode resource = resource(resources, uri, id, thread.updatedAt());
      resource.put("title", thread.title() == null ? "Conversation " + id : thread.title());
      resource.put("description", "The newest messages of the conversation.");
    }
    if (!found.cut() && found.items().size() == shown) {
      return Optional.empty();
    }
    ThreadSummary last = found.items().get(shown - 1);
    return Optional.of(new PlaceCursor(last.createdAt(), THREADS + last.id().value()));
  }

  private Optional<PlaceCursor> listRuns(
      RunQuery.After after, int limit, Caller caller, ArrayNode resources) {
    var filter = RunQuery.Filter.of(caller, null, null, null, null);
    Page<RunRecord> found = runs.list(new RunQuery(filter, after, 0, limit + 1));
    int shown = Math.min(limit, found.items().size());
    for (RunRecord run : found.items().subList(0, shown)) {
      String id = run.runId().value();
      ObjectNode resource =
          resource(resources, new ResourceUri.OfRun(id).text(), id, run.updatedAt());
      resource.put("title", "Run of " + run.agentId());
      resource.put("description", "The state of the run, and its result.");
    }
    if (!found.cut() && found.items().size() == shown) {
      return Optional.empty();
    }
    RunRecord last = found.items().get(shown - 1);
    return Optional.of(new PlaceCursor(last.createdAt(), RUNS + last.runId().value()));
  }

  private static ObjectNode resource(ArrayNode resources, String uri, String id, long changed) {
    ObjectNode resource = resources.addObject();
    resource.put("uri", uri).put("name", id).put("mimeType", JSON);
    resource.putObject("annotations").put("lastModified", Instant.ofEpochMilli(changed).toString());
    return resource;
  }

  /** As in the native API, an anonymous caller sees only runs of anonymous callers. */
  private static String owner(Caller caller) {
    return caller.anonymous() ? caller.subject() : null;
  }

  /** Whether this is the template of threads or runs, which have no completions. */
  public static boolean isTemplate(String text) {
    return text.equals(THREAD_TEMPLATE) || text.equals(RUN_TEMPLATE);
  }

  /** All URI templates, on one page. */
  public ObjectNode templates() {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode templates = page.putArray("resourceTemplates");
    templates
        .addObject()
        .put("uriTemplate", THREAD_TEMPLATE)
        .put("name", "thread")
        .put("title", "Conversation")
        .put("description", "Messages of a conversation; before leads to older ones.")
        .put("mimeType", JSON);
    templates
        .addObject()
        .put("uriTemplate", RUN_TEMPLATE)
        .put("name", "run")
        .put("title", "Run")
        .put("description", "The state of a run, and its result.")
        .put("mimeType", JSON);
    documents.templates(templates);
    return page;
  }

  /** The URI of a resource. Ids contain no character that needs escaping. */
  public sealed interface ResourceUri {

    /** Prefix of conversation URIs. */
    String THREADS = "awaken://threads/";

    /** Prefix of run URIs. */
    String RUNS = "awaken://runs/";

    /** Characters of a URI, at most. */
    int MAX_LENGTH = 256;

    /**
     * A page of a conversation.
     *
     * @param before only messages before this sequence number; null for the newest ones
     */
    record OfThread(String id, Long before) implements ResourceUri {
      private static final Pattern TEXT =
          Pattern.compile("awaken://threads/([^/?#]+)(?:\\?before=(\\d{1,18}))?");

      /** The address as clients write it. */
      public String text() {
        return THREADS + id + (before == null ? "" : "?before=" + before);
      }
    }

    /** A run with its result. */
    record OfRun(String id) implements ResourceUri {
      private static final Pattern TEXT = Pattern.compile("awaken://runs/([^/?#]+)");

      /** The address as clients write it. */
      public String text() {
        return RUNS + id;
      }
    }

    /** Parses a URI; empty for any other text. */
    static Optional<ResourceUri> parse(String text) {
      if (text.length() > MAX_LENGTH) {
        return Optional.empty();
      }
      var thread = OfThread.TEXT.matcher(text);
      if (thread.matches()) {
        String before = thread.group(2);
        return Optional.of(
            new OfThread(thread.group(1), before == null ? null : Long.valueOf(before)));
      }
      var run = OfRun.TEXT.matcher(text);
      return run.matches() ? Optional.of(new OfRun(run.group(1))) : Optional.empty();
    }
  }
}
