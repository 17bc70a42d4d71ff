package com.example.shop;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The names of audited methods that were called since the start, and what was refused. */
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
