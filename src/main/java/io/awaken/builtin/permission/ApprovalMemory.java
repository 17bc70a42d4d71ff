package io.awaken.builtin.permission;

import io.awaken.builtin.permission.Policy.Verdict;
import io.awaken.builtin.permission.Remembered.Approval;
import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.run.Caller;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.state.profile.ProfileKey;
import io.awaken.core.state.profile.ProfileLimits;
import io.awaken.core.state.profile.StateScope;
import java.util.Optional;
import java.util.Set;

/**
 * Stores approvals: those for a run in its state, those for a thread in the thread's state, those
 * for a user in the tenant's shared values under the caller's subject. They are read only before
 * asking for an approval. Stateless.
 */
final class ApprovalMemory {

  static final StateKey<Remembered, Approval> SESSION =
      StateKey.<Remembered, Approval>of(
              "permission.session", Remembered.class, () -> Remembered.NOTHING, Remembered::with)
          .commutative();

  static final StateKey<Remembered, Approval> THREAD =
      StateKey.<Remembered, Approval>of(
              "permission.thread", Remembered.class, () -> Remembered.NOTHING, Remembered::with)
          .threadScoped()
          .commutative();

  static final ProfileKey<Remembered> USER =
      ProfileKey.of("permission.user", Remembered.class, () -> Remembered.NOTHING);

  private static final String PREFIX = "user::";

  static void register(PluginRegistrar registrar) {
    registrar.registerKey(SESSION);
    registrar.registerKey(THREAD);
    registrar.registerProfileKey(USER);
  }

  /**
   * Whether an earlier approval covers the call. Under the four-eyes rule it applies only in runs
   * to which only the requester has contributed: otherwise the approver may have requested the
   * call.
   */
  static boolean covers(HookContext context, Verdict asked, CallSubject call) {
    Caller caller = context.run().caller();
    return remembered(context, caller, asked, call)
        && (!asked.approver().otherThanRequester()
            || Set.of(caller.subject()).containsAll(context.speakers().get()));
  }

  private static boolean remembered(
      HookContext context, Caller caller, Verdict asked, CallSubject call) {
    if (context.state().getOrInitial(SESSION).covers(asked, call, caller.subject())
        || context.state().getOrInitial(THREAD).covers(asked, call, caller.subject())) {
      return true;
    }
    StateScope user = scope(caller);
    return user != null
        && context
            .profile()
            .map(profile -> profile.read(USER, user).covers(asked, call, caller.subject()))
            .orElse(false);
  }

  /**
   * Remembers an approval.
   *
   * @return the change of the state; null for none
   * @throws IllegalArgumentException with the reason why it cannot be remembered
   */
  static StateCommand remember(HookContext context, PermissionScope scope, Approval approval) {
    return switch (scope) {
      case SESSION -> StateCommand.none().update(SESSION, approval);
      case THREAD -> {
        distinguishable(context.run().caller(), approval);
        yield StateCommand.none().update(THREAD, approval);
      }
      case USER -> {
        rememberForUser(context, approval);
        yield null;
      }
      case ONCE, PROJECT -> null;
    };
  }

  /** An anonymous requester cannot be distinguished from other callers, including the approver. */
  private static void distinguishable(Caller requester, Approval approval) {
    if (approval.approver().otherThanRequester() && requester.anonymous()) {
      throw new IllegalArgumentException(
          "scope thread with other_than_requester needs a caller with a name");
    }
  }

  private static void rememberForUser(HookContext context, Approval approval) {
    StateScope user = scope(context.run().caller());
    Optional<ProfileAccess> profile = context.profile();
    if (user == null || profile.isEmpty()) {
      throw new IllegalArgumentException(
          user == null
              ? "scope user needs a caller with a name of at most "
                  + (ProfileLimits.MAX_KEY - PREFIX.length())
                  + " characters"
              : "scope user needs a store of shared values");
    }
    profile.get().write(USER, user, profile.get().read(USER, user).with(approval));
  }

  /** Null for anonymous callers, who would approve for each other. */
  private static StateScope scope(Caller caller) {
    boolean named =
        !caller.subject().isBlank()
            && !caller.subject().equals(Caller.ANONYMOUS.subject())
            && PREFIX.length() + caller.subject().length() <= ProfileLimits.MAX_KEY;
    return named ? new StateScope(PREFIX + caller.subject()) : null;
  }

  private ApprovalMemory() {}
}
