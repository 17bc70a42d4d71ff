package io.awaken.crash;

import static io.awaken.crash.Cut.Meanwhile.APPROVED;
import static io.awaken.crash.Cut.Meanwhile.APPROVED_AND_GOES_ON;
import static io.awaken.crash.Cut.Meanwhile.APPROVED_AT_WORK;
import static io.awaken.crash.Cut.Meanwhile.CANCELLED;
import static io.awaken.crash.Write.ANSWER;
import static io.awaken.crash.Write.FINISH;
import static io.awaken.crash.Write.PARK;
import static io.awaken.crash.Write.RESULT;
import static io.awaken.crash.Write.RESUME;
import static io.awaken.crash.Write.WAIT;

/**
 * Every boundary of a tool round, with the row of the failure catalogue that it stands for. A run
 * that is not cut off asks its model twice and calls each tool once.
 */
enum Boundary {
  BEFORE_THE_ANSWER("F05", Cut.of("one").before(ANSWER).models(3)),
  BEFORE_THE_LAST_ANSWER("F05", Cut.of("one").before(FINISH).models(3)),

  BEFORE_THE_CALL("F06", Cut.of("one").after(ANSWER)),
  IN_THE_CALL("F06", Cut.of("one").in("book").calls(2)),
  BEFORE_THE_RESULT("F06", Cut.of("one").before(RESULT).calls(2)),
  IN_A_HARMLESS_CALL("F06", Cut.of("harmless").in("look").calls(2).models(3)),

  BEFORE_A_CALL_THAT_IS_NEVER_REPEATED(
      "F07", Cut.of("never").after(ANSWER).calls(0).asks("outcome")),
  IN_A_CALL_THAT_IS_NEVER_REPEATED("F07", Cut.of("never").in("pay").asks("outcome")),
  BEFORE_THE_RESULT_OF_A_CALL_THAT_IS_NEVER_REPEATED(
      "F07", Cut.of("never").before(RESULT).asks("outcome")),

  AFTER_NONE_OF_THREE_RESULTS("F08", Cut.of("three").before(RESULT).in("b", "c").calls(6)),
  AFTER_ONE_OF_THREE_RESULTS("F08", Cut.of("three").after(RESULT).in("b", "c").calls(5)),
  AFTER_TWO_OF_THREE_RESULTS("F08", Cut.of("three").after(RESULT, 2).in("c").calls(4)),
  AFTER_ONE_OF_THREE_IN_A_ROW("F08", Cut.of("row").after(RESULT).calls(3)),
  IN_THE_SECOND_OF_THREE_IN_A_ROW("F08", Cut.of("row").in("b").calls(4)),
  AFTER_THE_LAST_RESULT("F08", Cut.of("one").after(RESULT)),

  AFTER_THE_END("F09", Cut.of("one").after(FINISH)),

  IN_AN_EFFECT_OF_A_STEP("F08", Cut.of("one").in(CrashTelling.STEP + 1)),
  IN_THE_LAST_EFFECT("F09", Cut.of("one").in(CrashTelling.END)),
  IN_THE_HOOK_AFTER_THE_RUN("F09", Cut.of("one").in(CrashTelling.AFTER_RUN)),

  BEFORE_IT_WAITS("F43", Cut.of("asked").before(PARK).models(3).asks("approval")),
  WHILE_IT_WAITS("F43", Cut.of("asked").after(PARK).asks("approval")),
  AFTER_THE_APPROVAL("F43", Cut.of("asked").when(APPROVED).asks("approval")),
  AFTER_AN_APPROVAL_AT_WORK(
      "F43", Cut.of("half").in("a").when(APPROVED_AT_WORK).calls(3).asks("approval")),
  BEFORE_THE_APPROVED_CALL_IS_WRITTEN(
      "F43", Cut.of("asked").when(APPROVED_AND_GOES_ON).before(RESUME).asks("approval")),
  BEFORE_THE_APPROVED_CALL(
      "F43", Cut.of("asked").when(APPROVED_AND_GOES_ON).after(RESUME).asks("approval")),
  IN_THE_APPROVED_CALL(
      "F06", Cut.of("asked").when(APPROVED_AND_GOES_ON).in("book").calls(2).asks("approval")),
  BEFORE_AN_APPROVED_CALL_THAT_IS_NEVER_REPEATED(
      "F07",
      Cut.of("askedNever")
          .when(APPROVED_AND_GOES_ON)
          .after(RESUME)
          .calls(0)
          .asks("approval", "outcome")),
  IN_AN_APPROVED_CALL_THAT_IS_NEVER_REPEATED(
      "F07", Cut.of("askedNever").when(APPROVED_AND_GOES_ON).in("pay").asks("approval", "outcome")),

  BEFORE_IT_WAITS_FOR_ITS_MODEL("F34", Cut.of("patient").before(WAIT).models(3)),
  BEFORE_IT_IS_GIVEN_BACK("F34", Cut.of("patient").after(WAIT).models(3)),
  WHILE_IT_WAITS_FOR_ITS_MODEL("F34", Cut.of("patient").in(Cut.GIVEN_BACK).models(3)),

  CONTENT_BEFORE_THE_ANSWER("F05", Cut.of("content").before(ANSWER).models(3)),
  CONTENT_BEFORE_THE_CALL("F06", Cut.of("content").after(ANSWER)),
  CONTENT_IN_THE_CALL("F06", Cut.of("content").in("draw").calls(2)),
  CONTENT_BEFORE_THE_RESULT("F06", Cut.of("content").before(RESULT).calls(2)),
  CONTENT_AFTER_THE_RESULT("F08", Cut.of("content").after(RESULT)),
  CONTENT_BEFORE_THE_LAST_ANSWER("F05", Cut.of("content").before(FINISH).models(3)),
  CONTENT_AFTER_THE_END("F09", Cut.of("content").after(FINISH)),

  AFTER_A_CANCELLATION("F42", Cut.of("one").in("book").when(CANCELLED).models(1));

  final String row;
  final Cut cut;

  Boundary(String row, Cut cut) {
    this.row = row;
    this.cut = cut;
  }

  @Override
  public String toString() {
    return row + " " + name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
