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
 * <p>The method is called through the bean's proxy, on a thread of the call's own unless it is
 * {@link #inline}, with a request context of its own active: interceptors and
 * {@code @Transactional} apply. Its result is sent to the model: text as it is, anything else as
 * JSON of at most 256 KiB. A {@link ToolOutput} or a {@link io.awaken.core.message.ToolResult} is
 * taken as it is, so that a method may suspend its call or bring changes of the state. An exception
 * becomes an error result, with the exception's message and without a stack trace.
 * {@code @RolesAllowed}, {@code @DenyAll} and {@code @PermitAll} of method or class are checked
 * against the caller of the run.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AgentTool {

  /** What the tool does and when to use it, for the model. */
  String description();

  /**
   * The name the model calls, unique in the server: 1 to 64 letters, digits, {@code _} and {@code
   * -}; by default the method's name.
   */
  String name() default "";

  /** A heading to sort tools under; none by default. */
  String category() default "";

  /**
   * The parameter that distinguishes calls of this tool, such as the command of a shell: permission
   * rules like {@code Bash(npm *)} match it. None by default; a tool with one parameter needs none.
   */
  String primaryArgument() default "";

  /**
   * What may be done with a call that was cut off while the method ran, for example by a crash; one
   * value at most. Without one it is {@link RetryClass#KEYED} for a method that takes a {@link
   * ToolCallContext}, which has the key, and for a {@link #transactional} one, whose writes were
   * rolled back. It is {@link RetryClass#NEVER} for every other method, which could not recognise
   * the repeated call.
   */
  RetryClass[] retry() default {};

  /**
   * How long a call may take, in seconds, 1 to 86,400; 0, the default, is the server's limit {@code
   * awaken.tools.timeout}. The thread is interrupted then, and the call abandoned.
   */
  int timeoutSeconds() default 0;

  /**
   * Whether what the method writes and the result of its call are one transaction: both are kept or
   * neither. For a method of a CDI bean with {@code @Transactional} of type REQUIRED, MANDATORY or
   * SUPPORTS that writes to the data source of Awaken; what it does elsewhere is not part of it. A
   * call whose result is an error or a question keeps nothing.
   */
  boolean transactional() default false;

  /**
   * Whether the method only computes and never waits, neither for a database nor for another
   * server: where no other call of its step is at work, its call is then made on the run's own
   * thread, with ten seconds at the most. In an embedded runtime that is the thread of the caller,
   * which a method that takes no notice of its interrupt keeps until it comes back. See {@link
   * Tool#inline()}; of no use beside {@link #transactional()}.
   */
  boolean inline() default false;

  /**
   * What the client of MCP that calls the tool must be able to do; nothing by default. See {@link
   * Tool#clientAbilities()}.
   */
  ClientAbility[] clientAbilities() default {};

  /**
   * The JSON schema of the arguments, where the one that the parameters give says too little; none
   * by default. It must be an object schema whose properties are the parameters.
   */
  String schema() default "";
}
