package com.example.shop;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Records every call of an audited method, by a route of the shop or by an agent. */
@Audited
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class AuditInterceptor {

  @Inject private AuditTrail trail;

  @AroundInvoke
  Object note(InvocationContext call) throws Exception {
    trail.note(call.getMethod().getName());
    return call.proceed();
  }
}
