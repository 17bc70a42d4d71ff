package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

/** What requests of both bindings have beside their bodies. */
public class A2aParameters {

  private static final String VERSION = "A2A-Version";

  /** With a slash at its end; empty for none. */
  @PathParam("tenant")
  String tenant;

  /** A task, or a push notification configuration of {@link #task}. */
  @PathParam("id")
  String id;

  @PathParam("task")
  String task;

  @HeaderParam(VERSION)
  String versionHeader;

  @QueryParam(VERSION)
  String versionParameter;

  @QueryParam("historyLength")
  String historyLength;

  @QueryParam("contextId")
  String contextId;

  @QueryParam("status")
  String status;

  @QueryParam("pageSize")
  String pageSize;

  @QueryParam("pageToken")
  String pageToken;

  @QueryParam("statusTimestampAfter")
  String statusTimestampAfter;

  @QueryParam("includeArtifacts")
  String includeArtifacts;

  /** The agent in the path; null for none. */
  String agent() {
    String plain = tenant == null ? "" : tenant.replaceAll("/$", "");
    return plain.isEmpty() ? null : plain;
  }

  /** The version that the client speaks; null if it does not say. */
  String version() {
    return versionHeader == null ? versionParameter : versionHeader;
  }

  /** As the message of an operation. */
  ObjectNode message() {
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.put("historyLength", historyLength).put("contextId", contextId);
    message.put("status", status).put("pageSize", pageSize).put("pageToken", pageToken);
    message.put("statusTimestampAfter", statusTimestampAfter);
    message.put("includeArtifacts", includeArtifacts).put("taskId", task).put("id", id);
    return message.put("tenant", agent());
  }
}
