package io.awaken.http.api;

import jakarta.ws.rs.QueryParam;

/** What stands behind the question mark of a list of threads, in snake case or camel case. */
public class ThreadParameters {

  @QueryParam("resource_id")
  String resourceId;

  @QueryParam("resourceId")
  String resourceIdInCamelCase;

  @QueryParam("parent_thread_id")
  String parentThreadId;

  @QueryParam("parentThreadId")
  String parentThreadIdInCamelCase;

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
