package com.example.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Appends one line of JSON per entry to a file. Thread-safe. */
@Dependent
public class AuditTrail {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final InstantSource clock;

  /**
   * @param file the setting {@code audit.file}; relative to the server's working folder
   */
  @Inject
  public AuditTrail(
      @ConfigProperty(name = "audit.file", defaultValue = "audit.jsonl") String file) {
    this(Path.of(file), InstantSource.system());
  }

  public AuditTrail(Path file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
  }

  /**
   * @param id identifies duplicates, which are possible after a crash
   */
  public void write(String id, AuditEntry entry) throws IOException {
    ObjectNode line = JSON.createObjectNode();
    line.put("id", id).put("at", clock.instant().toString());
    line.setAll((ObjectNode) JSON.valueToTree(entry));
    // One write per line, so that concurrent lines are not interleaved.
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
