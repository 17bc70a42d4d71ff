package io.awaken.store.jpa;

import io.awaken.core.commit.MessageQuery;
import io.awaken.core.commit.MessageQuery.Shown;
import io.awaken.core.commit.ThreadStore.Page;
import io.awaken.core.commit.ThreadStore.StoredMessage;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.List;

/** Pages of a thread's messages, read along the key of their rows. */
final class MessagePages {
  private static final String OF_THREAD =
      " from MessageRow m where m.key.threadId = :thread and m.key.sequence between :first and"
          + " :last";

  private MessagePages() {}

  static Page<StoredMessage> page(EntityManager em, MessageQuery query) {
    var filter = query.filter();
    String chosen = OF_THREAD + condition(filter);
    Long total =
        bound(em.createQuery("select count(*)" + chosen, Long.class), query)
            .setParameter("first", filter.after() + 1)
            .setParameter("last", filter.before() - 1)
            .getSingleResult();
    List<Object[]> rows =
        bound(
                em.createQuery(
                    "select m.key.sequence, m.body"
                        + chosen
                        + " order by m.key.sequence"
                        + (query.newestFirst() ? " desc" : ""),
                    Object[].class),
                query)
            .setParameter("first", query.first())
            .setParameter("last", query.last())
            .setFirstResult(query.skip())
            .setMaxResults(query.limit())
            .getResultList();
    return new Page<>(rows.stream().map(MessagePages::message).toList(), total);
  }

  private static String condition(MessageQuery.Filter filter) {
    return (filter.shown() == Shown.ALL ? "" : " and m.hidden = :hidden")
        + (filter.runId() == null ? "" : " and m.runId = :run");
  }

  private static <T> TypedQuery<T> bound(TypedQuery<T> select, MessageQuery query) {
    select.setParameter("thread", query.threadId().value());
    if (query.filter().shown() != Shown.ALL) {
      select.setParameter("hidden", query.filter().shown() == Shown.INTERNAL);
    }
    if (query.filter().runId() != null) {
      select.setParameter("run", query.filter().runId().value());
    }
    return select;
  }

  private static StoredMessage message(Object[] row) {
    return new StoredMessage((Long) row[0], StoredJson.readMessage((String) row[1]));
  }
}
