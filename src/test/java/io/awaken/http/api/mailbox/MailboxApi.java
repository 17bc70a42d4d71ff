package io.awaken.http.api.mailbox;

import static io.awaken.http.api.run.AskingApi.read;
import static io.awaken.http.api.run.AskingApi.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.submit.RunRequest;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.KnownCallers;

/** The routes of the queue over a node, for the caller of the moment. */
public final class MailboxApi {

  private final RunsApi runs;

  public MailboxApi(RunsApi runs) {
    this.runs = runs;
  }

  public JsonNode push(String thread, String body, String key) {
    return wire(ofThread().pushed(thread, key, read(body, PushJob.class)));
  }

  public JsonNode jobs(String thread, String status, Paging paging) {
    return wire(ofThread().list(thread, status, paging));
  }

  public JsonNode redrive(String thread, String job, String key) {
    return wire(ofThread().redriven(thread, job, key));
  }

  private ThreadMailboxResource ofThread() {
    var resource = new ThreadMailboxResource();
    resource.threads = runs.node.stores.threads();
    resource.jobs = runs.node.stores.mailbox().queue();
    resource.service = runs.api.beans().service();
    resource.runs = runs.api.asking.node.stores.runs();
    resource.admin = runs.admin;
    resource.security = KnownCallers.of(runs.api.caller);
    return resource;
  }

  public JsonNode all(String status) {
    var resource = new MailboxResource();
    resource.jobs = runs.node.stores.mailbox().queue();
    resource.admin = runs.admin;
    resource.security = KnownCallers.of(runs.api.caller);
    return wire(resource.list(status, RunsApi.FIRST));
  }

  /** Pushes a body without an agent. */
  public static RunRequest wanted(String body, ThreadId thread, Caller caller) {
    return read(body, PushJob.class).toRequest(() -> "default", thread, caller);
  }
}
