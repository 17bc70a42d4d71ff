package io.awaken.core.run;

/**
 * Decides who may use a thread. A thread of a named caller belongs to its owner; sharing and
 * operators come on top. Threads of anonymous callers belong to nobody: the whole tenant uses them.
 *
 * @param tenant the thread's tenant
 * @param owner the subject that created it
 * @param sharing who else may use it
 */
public record ThreadAccess(String tenant, String owner, Sharing sharing) {

  public ThreadAccess {
    sharing = sharing == null ? Sharing.OWNER : sharing;
  }

  /** A thread that its owner shares with nobody. */
  public static ThreadAccess of(Caller owner) {
    return new ThreadAccess(owner.tenant(), owner.subject(), Sharing.OWNER);
  }

  /** Whether a caller may do this with the thread. */
  public boolean allows(Caller caller, ThreadAction action) {
    if (!caller.sees(tenant, owner)) {
      return false;
    }
    return Caller.isAnonymous(owner)
        || caller.subject().equals(owner)
        || caller.operator()
        || sharing.allows(caller, action);
  }
}
