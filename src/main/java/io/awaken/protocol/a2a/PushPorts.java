package io.awaken.protocol.a2a;

import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.store.outbox.PushTargets;

/**
 * What the registration of push notifications needs.
 *
 * @param targets store registrations
 * @param http checks addresses
 * @param secrets encrypt credentials
 * @param due hints that a message may be due
 */
public record PushPorts(PushTargets targets, GuardedHttp http, PushSecrets secrets, Runnable due) {}
