package io.awaken.builtin.mcp;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server over stdio for tests: a program that needs only a JDK. Its first argument selects
 * its behaviour.
 */
final class StdioProgram {

  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]+)\"");

  private static int calls;

  /** The id of a call that waits for an answer. */
  private static String asking;

  private StdioProgram() {}

  /** Returns its command line. */
  static List<String> command(String... args) throws Exception {
    var location = StdioProgram.class.getProtectionDomain().getCodeSource().getLocation();
    var all =
        new ArrayList<>(
            List.of(
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of(location.toURI()).toString(),
                StdioProgram.class.getName()));
    all.addAll(List.of(args));
    return all;
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  public static void main(String[] args) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (args[0].equals("banner")) {
      System.out.println("Starting up ...");
      System.out.println("[\"a line of JSON\"]");
    }
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher method = METHOD.matcher(line);
      Matcher id = ID.matcher(line);
      if (method.find()) {
        take(args, method.group(1), id.find() ? id.group(1) : null, line);
      } else if (asking != null) {
        say(
            "{'jsonrpc':'2.0','id':%s,'result':{'content':[{'type':'text','text':'%s'}]}}",
            asking, line.contains("accept"));
      }
    }
    if (args[0].equals("stubborn")) {
      new CountDownLatch(1).await();
    }
  }

  private static void take(String[] args, String method, String id, String line) throws Exception {
    switch (method) {
      case "server/discover" -> {
        if (args[0].equals("fragile")) {
          Runtime.getRuntime().halt(1);
        }
        say("{'jsonrpc':'2.0','id':%s,'error':{'code':-32601,'message':'unknown'}}", id);
      }
      case "initialize" ->
          say(
              "{'jsonrpc':'2.0','id':%s,'result':{'protocolVersion':'%s',"
                  + "'capabilities':{'tools':{}},'serverInfo':{'name':'p','version':'1'}}}",
              id, args[0].equals("oldest") ? "2024-11-05" : "2025-06-18");
      case "tools/list" ->
          say(
              "{'jsonrpc':'2.0','id':%s,'result':{'tools':[{'name':'do','inputSchema':"
                  + "{'type':'object'}}]}}",
              id);
      case "tools/call" -> call(args, id);
      case "notifications/cancelled" ->
          Files.writeString(Path.of(args[1]), line, StandardOpenOption.APPEND);
      default -> {
        // Not needed by a test.
      }
    }
  }

  private static void call(String[] args, String id) throws Exception {
    switch (args[0]) {
      case "second" -> {
        if (++calls == 2) {
          Runtime.getRuntime().halt(3);
        }
        say("{'jsonrpc':'2.0','id':%s,'result':{'content':[]}}", id);
      }
      case "crash" -> Runtime.getRuntime().halt(3);
      case "garbage" -> System.out.println("{\"jsonrpc\": ");
      case "flood" -> System.out.println("x".repeat(9 << 20));
      case "late", "asks" -> {
        if (args[0].equals("late") && ++calls == 1) {
          Files.writeString(Path.of(args[1]), "called ");
          return;
        }
        asking = id;
        say(
            "{'jsonrpc':'2.0','id':'q','method':'elicitation/create','params':{'message':'Go on?',"
                + "'requestedSchema':{'type':'object','properties':{}}}}");
      }
      case "works" -> {
        for (int i = 0; i < 5; i++) {
          Thread.sleep(400);
          say(
              "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progressToken':%s,"
                  + "'progress':%s}}",
              id, i);
        }
        say("{'jsonrpc':'2.0','id':%s,'result':{'content':[]}}", id);
      }
      case "cancels" ->
          say(
              "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%s,"
                  + "'reason':'shutting down'}}",
              id);
      case "silent" -> Files.writeString(Path.of(args[1]), "called ");
      default ->
          say(
              "{'jsonrpc':'2.0','id':%s,'result':{'content':[{'type':'text','text':'%s'}]}}",
              id, ProcessHandle.current().pid() + " " + new TreeSet<>(System.getenv().keySet()));
    }
  }

  private static void say(String template, Object... values) {
    System.out.println(template.formatted(values).replace('\'', '"'));
    System.out.flush();
  }
}
