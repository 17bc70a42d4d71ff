package io.awaken.http.api.thread;

import io.awaken.core.run.Ids;
import io.awaken.http.openapi.Described;
import jakarta.ws.rs.QueryParam;

/** The query parameters of a list of threads, in snake case or camel case. */
public class ThreadParameters {

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

  @QueryParam("offset")
  String offset;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  ThreadPage.Query query() {
    return new ThreadPage.Query(
        resourceId == null ? resourceIdInCamelCase : resourceId,
        parentThreadId == null ? parentThreadIdInCamelCase : parentThreadId,
        root,
        offset,
        limit,
        cursor);
  }
}
