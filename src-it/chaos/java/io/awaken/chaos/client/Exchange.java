package io.awaken.chaos.client;

import io.awaken.chaos.check.Submission;
import io.awaken.chaos.client.NodeHttp.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Sends one message with its key until a server answers, and reads its run to the end. */
final class Exchange {

  private static final long PAUSE_MILLIS = 60;

  /** Between two looks for questions of delegates. */
  private static final long LOOK_MILLIS = 200;

  private final ClientContext context;
  private final Random dice;
  private final Submission submission;
  private final Decider decider;
  private final List<Supplier<Submission.Answer>> answers = new CopyOnWriteArrayList<>();
  private final int cuts;
  private volatile Follower follower;

  /**
   * @param submission the message, without answers
   * @param cuts how many times the reader closes its connection
   */
  Exchange(ClientContext context, Random dice, Submission submission, Decider decider, int cuts) {
    this.context = context;
    this.dice = dice;
    this.submission = submission;
    this.decider = decider;
    this.cuts = cuts;
    context.journal().addSubmission(this::submission);
  }

  private Submission submission() {
    return new Submission(
        submission.key(),
        submission.thread(),
        submission.agent(),
        submission.mode(),
        submission.text(),
        submission.sent(),
        answers());
  }

  private List<Submission.Answer> answers() {
    return answers.stream().map(Supplier::get).toList();
  }

  private void answered(int status, String code, Follower reader) {
    long now = context.clock().now();
    answers.add(
        () -> new Submission.Answer(now, status, code, reader == null ? null : reader.run()));
  }

  /** The id of the run; null until an answer contains it. */
  String run() {
    Follower current = follower;
    return current == null ? null : current.run();
  }

  /** Whether a server refused the message. */
  boolean refused() {
    return answers().stream().anyMatch(answer -> answer.status() >= 400);
  }

  /** Sends the message, reads its run to the end and answers its questions. */
  void complete() {
    if (submitted()) {
      decider.readToEnd(follower);
    }
  }

  /** Answers the questions of its run's delegates, of which the run's readers are not told. */
  void answerDelegates() {
    while (!ended() && !refused() && !context.clock().expired()) {
      if (run() != null) {
        decider.decide(run());
      }
      Clock.sleep(LOOK_MILLIS);
    }
  }

  private boolean ended() {
    Follower current = follower;
    return current != null && current.done();
  }

  /**
   * Sends the message until a server accepts it and its run id is known.
   *
   * @return false if it was refused
   */
  private boolean submitted() {
    for (int attempt = 1; !context.clock().expired(); attempt++) {
      try {
        Reply reply = send();
        if (reply.status() == Submission.ACCEPTED) {
          follower = new Follower(submission.key() + "#" + attempt, context, dice, null, cuts);
          answered(Submission.ACCEPTED, null, follower);
          follower.listen(reply);
          if (follower.run() != null) {
            return true;
          }
        } else if (refused(reply)) {
          return false;
        }
      } catch (IOException failure) {
        answered(0, failure.toString(), null);
      }
      Clock.sleep(PAUSE_MILLIS);
    }
    throw new ClientFailure(submission.key() + " was not answered in time: " + answers());
  }

  private Reply send() throws IOException {
    return context
        .http()
        .send(
            context.http().any(dice),
            "POST",
            "v1/runs",
            Map.of("Idempotency-Key", key()),
            submission.body());
  }

  /** The idempotency key, without the suffix after {@code |}. */
  private String key() {
    int bar = submission.key().indexOf('|');
    return bar < 0 ? submission.key() : submission.key().substring(0, bar);
  }

  private boolean refused(Reply reply) throws IOException {
    try (reply) {
      boolean definite = reply.fromApplication() && reply.status() != 503;
      String body = reply.text();
      answered(definite ? reply.status() : 0, body, null);
      return definite;
    }
  }
}
