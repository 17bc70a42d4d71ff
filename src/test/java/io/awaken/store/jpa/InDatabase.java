package io.awaken.store.jpa;

import io.awaken.contract.Stores;
import io.awaken.core.run.JobId;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.ServerKeys;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.fixture.Databases;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.database.Transactions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The stores over one database, whose tables are emptied for each test. */
final class InDatabase implements Stores, AutoCloseable {
  static final List<String> TABLES =
      List.of(
          "thread",
          "deleted_thread",
          "run",
          "message",
          "system_message",
          "job",
          "call",
          "segment",
          "inbox",
          "suspension",
          "state",
          "outbox",
          "push",
          "media",
          "profile",
          "idempotency",
          "document",
          "server_key",
          "mcp_tool");
  private final Databases.Fresh database;
  private final Transactions transactions;
  private final JpaStores stores;

  InDatabase(Databases.Fresh database) {
    this.database = database;
    transactions = database.transactions(JpaStores.ENTITIES);
    stores = new JpaStores(transactions, database.database(), Stores.SETTINGS);
  }

  /** Returns the stores for a runtime. */
  static RuntimeStores ports(JpaStores stores) {
    return RuntimeStores.of(stores);
  }

  /** Returns a model that calls {@code echo} in its first step and answers in its second. */
  static ScriptedModel twoSteps() {
    return new ScriptedModel(
        Script.builder()
            .says("Let me look")
            .andCalls("echo", Map.of("value", "x"))
            .says("It is fine")
            .build());
  }

  RuntimeStores ports() {
    return ports(stores);
  }

  InDatabase emptied() {
    database.execute(
        TABLES.stream()
            .map(table -> "DELETE FROM awaken_" + table)
            .collect(Collectors.joining("; ")));
    return this;
  }

  @Override
  public ForwardingMailbox mailbox() {
    return new ForwardingMailbox(stores.mailbox());
  }

  @Override
  public RunCommit runCommit() {
    return stores.runCommit();
  }

  @Override
  public RunStore runs() {
    return stores.runs();
  }

  @Override
  public ThreadStore threads() {
    return stores.threads();
  }

  @Override
  public EventLog events() {
    return stores.events();
  }

  @Override
  public ProfileStore profile() {
    return stores.profile();
  }

  @Override
  public SecretStore secrets() {
    return stores.secrets();
  }

  @Override
  public SubscriptionStore subscriptions() {
    return stores.subscriptions();
  }

  @Override
  public ServerKeys serverKeys() {
    return stores.serverKeys();
  }

  @Override
  public SuspensionStore suspensions() {
    return stores.suspensions();
  }

  @Override
  public DocumentStore documents() {
    return stores.documents();
  }

  @Override
  public OutboxStore outbox() {
    return stores.outbox();
  }

  @Override
  public void expireEntries() {
    database.execute("UPDATE awaken_outbox SET due_at = 1 WHERE due_at < 9223372036854775807");
  }

  @Override
  public void expireQuestions() {
    database.execute("UPDATE awaken_suspension SET expires_at = 1 WHERE expires_at IS NOT NULL");
  }

  @Override
  public void expireLeases() {
    database.execute("UPDATE awaken_job SET lease_until = 1 WHERE status = 'claimed'");
  }

  @Override
  public void passBackoff() {
    database.execute("UPDATE awaken_job SET available_at = 1 WHERE status = 'queued'");
  }

  @Override
  public void execute(Duration time) {
    database.execute("UPDATE awaken_job SET deadline_at = deadline_at - " + time.toMillis());
  }

  @Override
  public void away(Duration time) {
    String ago = " - " + time.toMillis();
    database.execute(
        "UPDATE awaken_job SET deadline_at = deadline_at"
            + ago
            + ", lease_until = lease_until"
            + ago
            + ", available_at = available_at"
            + ago);
  }

  @Override
  public void age(Duration time) {
    String older = " - " + time.toMillis();
    database.execute(
        "UPDATE awaken_job SET created_at = created_at"
            + older
            + ", updated_at = updated_at"
            + older);
    database.execute("UPDATE awaken_secret SET expires_at = expires_at" + older);
    database.execute("UPDATE awaken_mcp_subscription SET expires_at = expires_at" + older);
    database.execute("UPDATE awaken_idempotency SET created_at = created_at" + older);
    database.execute("UPDATE awaken_document SET created_at = created_at" + older);
    database.execute(
        "UPDATE awaken_run SET created_at = created_at"
            + older
            + ", finished_at = finished_at"
            + older);
    database.execute(
        "UPDATE awaken_inbox SET created_at = created_at"
            + older
            + ", consumed_at = consumed_at"
            + older);
  }

  @Override
  public Map<JobId, JobStatus> jobs() {
    var jobs = new HashMap<JobId, JobStatus>();
    read("SELECT job_id, status FROM awaken_job")
        .forEach(
            row ->
                jobs.put(
                    new JobId((String) row[0]),
                    JobStatus.valueOf(((String) row[1]).toUpperCase(Locale.ROOT))));
    return jobs;
  }

  @Override
  public String lastError(JobId job) {
    String sql =
        "SELECT CAST(last_error AS VARCHAR), 0 AS nothing FROM awaken_job WHERE job_id = '"
            + job
            + "'";
    return (String) read(sql).getFirst()[0];
  }

  private List<Object[]> read(String sql) {
    List<?> rows = transactions.call(em -> em.createNativeQuery(sql).getResultList());
    return rows.stream().map(row -> (Object[]) row).toList();
  }

  @Override
  public void prioritise(JobId job, int priority) {
    database.execute(
        "UPDATE awaken_job SET priority = " + priority + " WHERE job_id = '" + job + "'");
  }

  @Override
  public void close() {
    stores.close();
    database.close();
  }
}
