package io.awaken.chaos.bed;

import java.util.List;

/** Servers over one database. */
public record Cluster(List<ServerNode> servers, Database database) {}
