package com.example.shop;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The names of audited methods that were called since the start. */
@ApplicationScoped
public class AuditTrail {

  private final List<String> calls = new CopyOnWriteArrayList<>();

  public void note(String method) {
    calls.add(method);
  }

  public List<String> calls() {
    return List.copyOf(calls);
  }
}
