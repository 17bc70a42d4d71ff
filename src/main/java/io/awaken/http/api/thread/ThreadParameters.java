package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.store.thread.ThreadQuery.Filter;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.openapi.Described;
import io.awaken.http.security.Refusal;
import jakarta.ws.rs.QueryParam;

/** The query parameters of a list of threads, in snake case or camel case; null for none. */
public class ThreadParameters extends Paging {

  @Described(value = "Of this resource only.", max = CreateThread.MAX_LENGTH)
  @QueryParam("resource_id")
  String resourceId;

  @Described("As `resource_id`; not both.")
  @QueryParam("resourceId")
  String resourceIdInCamelCase;

  @Described(value = "Children of this thread.", max = Ids.MAX_LENGTH)
  @QueryParam("parent_thread_id")
  String parentThreadId;

  @Described("As `parent_thread_id`; not both.")
  @QueryParam("parentThreadId")
  String parentThreadIdInCamelCase;

  @Described(
      value = "Only threads without a parent; not together with a parent.",
      type = boolean.class,
      fallback = "false")
  @QueryParam("root")
  String root;

  /** The first page of all threads. */
  public ThreadParameters() {}

  ThreadParameters(String resourceId, String parentThreadId, String root, Paging page) {
    super(page);
    this.resourceId = resourceId;
    this.parentThreadId = parentThreadId;
    this.root = root;
  }

  /**
   * The threads that the caller may read.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  Filter filter(Caller caller) {
    String parent = parentThreadId == null ? parentThreadIdInCamelCase : parentThreadId;
    boolean roots = QueryValues.flag("root", root);
    if (roots && parent != null) {
      throw Refusal.invalid("root", "root=true and parent_thread_id exclude each other")
          .exception();
    }
    return new Filter(
        caller.tenant(),
        caller.anonymous() ? caller.subject() : null,
        CreateThread.resource(resourceId == null ? resourceIdInCamelCase : resourceId),
        CreateThread.parent(parent, caller),
        roots,
        caller);
  }
}
