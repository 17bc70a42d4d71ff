package io.awaken.http.api.request;

import jakarta.ws.rs.QueryParam;

/** The paging parameters of every list. */
public class Paging {

  @QueryParam("offset")
  String offset;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  /** The first page with the default length. */
  public Paging() {}

  /**
   * @param offset as sent; null for none, like the others
   */
  public Paging(String offset, String limit, String cursor) {
    this.offset = offset;
    this.limit = limit;
    this.cursor = cursor;
  }

  /** As sent; null for none. */
  public String offset() {
    return offset;
  }

  /** As sent; null for none. */
  public String limit() {
    return limit;
  }

  /** As sent; null for none. */
  public String cursor() {
    return cursor;
  }
}
