package io.awaken.http.api.request;

import jakarta.ws.rs.QueryParam;

/** The paging parameters of every list, as sent; null for none. */
public class Paging {

  @QueryParam("offset")
  String offset;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  /** The first page with the default length. */
  public Paging() {}

  public Paging(String offset, String limit, String cursor) {
    this.offset = offset;
    this.limit = limit;
    this.cursor = cursor;
  }

  /** A list of the same page. */
  protected Paging(Paging page) {
    this(page.offset, page.limit, page.cursor);
  }
}
