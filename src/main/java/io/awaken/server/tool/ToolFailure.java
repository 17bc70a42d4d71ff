package io.awaken.server.tool;

import io.awaken.core.run.RunCancelled;
import io.awaken.core.text.WholeText;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import jakarta.ejb.EJBException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The error result of a tool method that threw. */
final class ToolFailure {

  /** Maximum number of characters of an exception's message shown to the model. */
  static final int MAX_MESSAGE = 500;

  private static final System.Logger LOG = System.getLogger(ToolFailure.class.getName());

  private ToolFailure() {}

  /**
   * @return the exception to throw, unless the original is rethrown
   * @throws InterruptedException when the tool was interrupted
   * @throws RunCancelled when the tool noticed the cancellation itself
   */
  static ToolException of(Throwable thrown, ToolCallContext context) throws InterruptedException {
    Throwable cause = unwrapped(thrown);
    return switch (cause) {
      case ToolException known -> known;
      case InterruptedException interrupted -> throw interrupted;
      case RunCancelled cancelled -> throw cancelled;
      case ConstraintViolationException violation when !ofResult(violation) ->
          new ToolException(
              ToolException.Kind.INVALID_ARGUMENTS, bounded(messages(violation)), cause);
      case StackOverflowError tooDeep -> failed(tooDeep, context);
      case VirtualMachineError fatal -> throw fatal;
      default -> failed(cause, context);
    };
  }

  private static ToolException failed(Throwable cause, ToolCallContext context) {
    LOG.log(
        System.Logger.Level.WARNING,
        "tool "
            + context.toolName()
            + " failed in call "
            + context.callId()
            + " of run "
            + context.run().runId()
            + "; the model gets the error and the run continues",
        cause);
    String message = cause.getMessage();
    return new ToolException(
        ToolException.Kind.EXECUTION_FAILED,
        bounded(message == null || message.isBlank() ? cause.getClass().getSimpleName() : message),
        cause);
  }

  /** Reflection, session beans and proxies wrap what a method threw. */
  private static Throwable unwrapped(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null
        && (cause instanceof InvocationTargetException
            || cause instanceof UndeclaredThrowableException
            || cause instanceof EJBException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static boolean ofResult(ConstraintViolationException violation) {
    return violation.getConstraintViolations() == null
        || violation.getConstraintViolations().stream()
            .flatMap(found -> StreamSupport.stream(found.getPropertyPath().spliterator(), false))
            .anyMatch(node -> node.getKind() == ElementKind.RETURN_VALUE);
  }

  private static String messages(ConstraintViolationException violation) {
    return violation.getConstraintViolations().stream()
        .map(ToolFailure::message)
        .sorted()
        .collect(Collectors.joining("; "));
  }

  /** Path and message without the method's name, which is unknown to the model. */
  private static String message(ConstraintViolation<?> violation) {
    String path =
        StreamSupport.stream(violation.getPropertyPath().spliterator(), false)
            .filter(node -> node.getKind() != ElementKind.METHOD)
            .map(Object::toString)
            .collect(Collectors.joining("."));
    return path + " " + violation.getMessage();
  }

  private static String bounded(String message) {
    return message.length() <= MAX_MESSAGE ? message : WholeText.cut(message, MAX_MESSAGE) + "...";
  }
}
