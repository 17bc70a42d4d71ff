package io.awaken.http.api.request;

import jakarta.ws.rs.QueryParam;

/** What stands behind the question mark of every list. */
public class Paging {

  @QueryParam("offset")
  String offset;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  /** The first page of the usual length. */
  public Paging() {}

  /**
   * @param offset as it came; null for none, as the others
   */
  public Paging(String offset, String limit, String cursor) {
    this.offset = offset;
    this.limit = limit;
    this.cursor = cursor;
  }

  /** As it came; null for none. */
  public String offset() {
    return offset;
  }

  /** As it came; null for none. */
  public String limit() {
    return limit;
  }

  /** As it came; null for none. */
  public String cursor() {
    return cursor;
  }
}
