package io.awaken.builtin.permission;

import io.awaken.builtin.permission.Policy.Verdict;
import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.builtin.permission.pattern.PatternException;
import io.awaken.builtin.permission.pattern.Reading;
import io.awaken.builtin.permission.pattern.ToolCallPattern;
import io.awaken.core.suspension.Approver;
import java.util.ArrayList;
import java.util.List;

/**
 * Approvals for more than one call, oldest first (features row 212). Immutable.
 *
 * @param approvals at most {@value #MAX_APPROVALS}; the oldest is dropped
 */
public record Remembered(List<Approval> approvals) {

  public static final int MAX_APPROVALS = 64;

  static final Remembered NOTHING = new Remembered(List.of());

  /**
   * One approval.
   *
   * @param question pattern of the rule that asked; empty when no rule matched the call. Other
   *     rules still ask
   * @param rule pattern of the calls that need no further approval
   * @param approver who could give it; it does not apply where other approvers are required. Any
   *     caller when nothing is stored
   * @param requester the subject for whom the approved call was made, where another caller had to
   *     approve it: that approval does not cover calls of other requesters, such as the approver.
   *     Null where both may be one subject
   */
  public record Approval(String question, String rule, Approver approver, String requester) {

    public Approval {
      approver = approver == null ? Approver.ANY_CALLER : approver;
    }

    /** The approval of a call, made for a subject. */
    static Approval of(Verdict asked, ToolCallPattern rule, String subject) {
      Approver approver = asked.approver();
      return new Approval(
          asked.question(),
          rule.toString(),
          approver,
          approver.otherThanRequester() ? subject : null);
    }

    boolean covers(Verdict asked, CallSubject call, String subject) {
      try {
        return question.equals(asked.question())
            && approver.equals(asked.approver())
            && (!approver.otherThanRequester() || subject.equals(requester))
            && ToolCallPattern.parse(rule).matches(call, Reading.PERMITTING);
      } catch (PatternException e) {
        // Stored by another version; asking once more is harmless.
        return false;
      }
    }
  }

  public Remembered {
    approvals = approvals == null ? List.of() : List.copyOf(approvals);
  }

  /**
   * @param subject for whom the call is made
   */
  boolean covers(Verdict asked, CallSubject call, String subject) {
    for (Approval approval : approvals) {
      if (approval.covers(asked, call, subject)) {
        return true;
      }
    }
    return false;
  }

  Remembered with(Approval approval) {
    var next = new ArrayList<>(approvals);
    next.remove(approval);
    next.add(approval);
    return new Remembered(
        next.subList(Math.max(0, next.size() - MAX_APPROVALS), next.size()).stream().toList());
  }
}
