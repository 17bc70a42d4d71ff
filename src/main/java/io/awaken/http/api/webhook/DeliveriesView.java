package io.awaken.http.api.webhook;

import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.api.request.Paging;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A page of failed messages, oldest first.
 *
 * @param total failed messages of the tenant
 * @param hasMore whether there is another page
 * @param nextCursor of the next page
 */
record DeliveriesView(
    @Required List<DeliveryView> items, long total, boolean hasMore, String nextCursor) {

  /**
   * The failed messages of a tenant.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static DeliveriesView of(FailedDeliveries deliveries, String tenant, Paging paging) {
    var page =
        ListPage.of(paging, List.of("deliveries", tenant), 1, at -> Long.valueOf(at.getFirst()));
    long after = page.after() == null ? 0 : page.after();
    var found = deliveries.of(tenant, after, page.offset(), page.queried());
    var shown = page.show(found, failed -> List.of(failed.place()));
    return new DeliveriesView(
        shown.as(DeliveryView::of), found.total(), shown.more(), shown.next());
  }
}
