package com.example.shop;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the names of audited methods called since the start, and refusals. */
@ApplicationScoped
public class AuditTrail {

  private final List<String> calls = new CopyOnWriteArrayList<>();

  public void note(String event) {
    calls.add(event);
  }

  public List<String> calls() {
    return List.copyOf(calls);
  }
}
