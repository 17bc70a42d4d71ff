package io.awaken.protocol.mcp.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.commit.RunQuery;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.ThreadQuery;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.commit.ThreadStore.Page;
import io.awaken.core.commit.ThreadSummary;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.protocol.mcp.page.PlaceCursor;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;

/**
 * Lists the threads and runs that a caller sees: first the threads, then the runs, each newest
 * first. Thread-safe.
 */
@Dependent
public class Resources {

  /** Resources of a page. */
  static final int PAGE = 100;

  private static final String THREADS = "threads/";
  private static final String RUNS = "runs/";
  private static final String JSON = "application/json";

  private final ThreadStore threads;
  private final RunStore runs;

  @Inject
  public Resources(ThreadStore threads, RunStore runs) {
    this.threads = threads;
    this.runs = runs;
  }

  /**
   * Where a page begins.
   *
   * @param thread behind this one; null for the beginning of the threads
   * @param run behind this one; null for the beginning of the runs
   * @param ofRuns whether the threads are over
   */
  private record Start(ThreadQuery.After thread, RunQuery.After run, boolean ofRuns) {

    static Start of(PlaceCursor cursor, Caller caller) {
      if (cursor.id().equals(RUNS)) {
        return new Start(null, null, true);
      }
      if (cursor.id().startsWith(RUNS)) {
        var run = new RunId(cursor.id().substring(RUNS.length()));
        return new Start(null, new RunQuery.After(cursor.millis(), run), true);
      }
      if (cursor.id().startsWith(THREADS)) {
        var thread = new ThreadId(caller.tenant(), cursor.id().substring(THREADS.length()));
        return new Start(new ThreadQuery.After(cursor.millis(), thread), null, false);
      }
      throw new IllegalArgumentException("of another list");
    }
  }

  /**
   * A page of the list.
   *
   * @param cursor of the page before; null for the first
   * @throws io.awaken.http.security.RefusedException 400 for a cursor that no page gave
   */
  public ObjectNode list(JsonNode cursor, Caller caller) {
    Start start =
        PlaceCursor.read(cursor, at -> Start.of(at, caller)).orElse(new Start(null, null, false));
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode resources = page.putArray("resources");
    Optional<PlaceCursor> next =
        start.ofRuns() ? Optional.empty() : listThreads(start.thread(), caller, resources);
    if (next.isEmpty() && resources.size() < PAGE) {
      next = listRuns(start.run(), PAGE - resources.size(), caller, resources);
    } else if (next.isEmpty()) {
      next = Optional.of(new PlaceCursor(0, RUNS));
    }
    next.ifPresent(place -> page.put("nextCursor", place.text()));
    return page;
  }

  private Optional<PlaceCursor> listThreads(
      ThreadQuery.After after, Caller caller, ArrayNode resources) {
    var filter = new ThreadQuery.Filter(caller.tenant(), owner(caller), null, null, false);
    Page<ThreadSummary> found = threads.list(new ThreadQuery(filter, after, 0, PAGE + 1));
    int shown = Math.min(PAGE, found.items().size());
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
    var filter = new RunQuery.Filter(caller.tenant(), owner(caller), null, null, null, null);
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

  /** The rule of the native API: an anonymous caller sees what anonymous callers made. */
  private static String owner(Caller caller) {
    return caller.anonymous() ? caller.subject() : null;
  }

  /** How addresses of resources are made, all on one page. */
  public static ObjectNode templates() {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode templates = page.putArray("resourceTemplates");
    templates
        .addObject()
        .put("uriTemplate", ResourceUri.THREADS + "{thread_id}{?before}")
        .put("name", "thread")
        .put("title", "Conversation")
        .put("description", "Messages of a conversation; before leads to older ones.")
        .put("mimeType", JSON);
    templates
        .addObject()
        .put("uriTemplate", ResourceUri.RUNS + "{run_id}")
        .put("name", "run")
        .put("title", "Run")
        .put("description", "The state of a run, and its result.")
        .put("mimeType", JSON);
    return page;
  }
}
