package io.awaken.core.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a public method of a CDI bean or session bean a tool. Its parameters, with their Bean
 * Validation constraints, give the JSON schema; each is required unless it is an {@link
 * java.util.Optional}. A parameter of type {@link ToolCallContext} is filled in and not shown to
 * the model. Compile with {@code -parameters}, so that arguments have their real names.
 *
 * <p>The method is called through the bean's proxy, on the call's own thread unless it is {@link
 * #inline}, with its own active request context: interceptors and {@code @Transactional} apply. Its
 * result is sent to the model: text as it is, anything else as JSON of at most 256 KiB. A {@link
 * ToolOutput} or a {@link io.awaken.core.message.ToolResult} is used unchanged, so that a method
 * may suspend its call or change the state. An exception becomes an error result, with the
 * exception's message and without a stack trace. {@code @RolesAllowed}, {@code @DenyAll} and
 * {@code @PermitAll} of method or class are checked against the caller of the run.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AgentTool {

  /** Purpose of the tool and when to use it, for the model. */
  String description();

  /**
   * The name the model calls, unique in the server: 1 to 64 letters, digits, {@code _} and {@code
   * -}; by default the method's name.
   */
  String name() default "";

  /** A category of tools; none by default. */
  String category() default "";

  /**
   * The parameter that distinguishes calls of this tool, such as the command of a shell: permission
   * rules like {@code Bash(npm *)} match it. None by default; a tool with one parameter needs none.
   */
  String primaryArgument() default "";

  /**
   * Whether a call may be repeated that was cut off while the method ran, for example by a crash;
   * at most one value. Without one it is {@link RetryClass#KEYED} for a method that takes a {@link
   * ToolCallContext}, which has the key, and for a {@link #transactional} one, whose writes were
   * rolled back. It is {@link RetryClass#NEVER} for every other method, which could not recognise
   * the repeated call.
   */
  RetryClass[] retry() default {};

  /**
   * The time limit of a call in seconds, 1 to 86,400; 0, the default, for the server's limit {@code
   * awaken.tools.timeout}. An overdue call is interrupted and abandoned.
   */
  int timeoutSeconds() default 0;

  /**
   * Whether the method's writes and the result of its call are one transaction: both are committed
   * or neither. For a method of a CDI bean with {@code @Transactional} of type REQUIRED, MANDATORY
   * or SUPPORTS that writes to the data source of Awaken; other effects are not part of it. A call
   * whose result is an error or a question is rolled back.
   */
  boolean transactional() default false;

  /**
   * Whether the method only computes and never waits, neither for a database nor for another
   * server: if no other call of its step is running, it is executed on the run's own thread, for at
   * most ten seconds. In an embedded runtime that is the caller's thread, which a method that
   * ignores its interrupt occupies until it returns. See {@link Tool#inline()}; cannot be combined
   * with {@link #transactional()}.
   */
  boolean inline() default false;

  /**
   * Abilities that a calling MCP client must have; none by default. See {@link
   * Tool#clientAbilities()}.
   */
  ClientAbility[] clientAbilities() default {};

  /**
   * The JSON schema of the arguments, if the one derived from the parameters is not specific
   * enough; none by default. It must be an object schema whose properties are the parameters.
   */
  String schema() default "";
}
