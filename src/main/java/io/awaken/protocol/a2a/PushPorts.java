package io.awaken.protocol.a2a;

import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.store.outbox.PushTargets;
import io.awaken.http.submit.PushDesk;

/**
 * What the registration of push notifications needs.
 *
 * @param targets have the registrations
 * @param desk changes them
 * @param http checks addresses
 * @param secrets encrypt credentials
 */
public record PushPorts(
    PushTargets targets, PushDesk desk, GuardedHttp http, PushSecrets secrets) {}
