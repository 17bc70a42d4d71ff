package io.awaken.builtin.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.text.WholeText;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.TaskRefused;
import io.awaken.core.tool.Tasks;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import java.util.List;

/** The tools of {@link TasksPlugin}. Thread-safe. */
final class TaskTool implements Tool {

  /** How many tasks a list has. */
  private static final int LISTED = 32;

  /** Characters of an answer in a list. */
  private static final int EXCERPT = 1000;

  private final Kind kind;
  private final ToolDescriptor descriptor;

  /** The tools, and what the model reads about them. */
  enum Kind {
    SPAWN(
        "spawn_task",
        "Start a task",
        "Gives work to an agent and returns at once with the id of the task. You get a message when"
            + " it has ended; do not wait or ask for it.",
        "agent_id") {
      @Override
      JsonNode answer(JsonNode given, ToolCallContext context) throws TaskRefused {
        TaskSection section =
            new Sections(context.agent().configuration()).get(TaskSection.SECTION);
        String agent = text(given, "agent_id");
        List<String> agents = section.of(context.agent());
        if (!agents.contains(agent)) {
          throw new TaskRefused(
              TaskRefused.UNKNOWN_AGENT,
              "agent_id: no such agent; available are " + String.join(", ", agents));
        }
        var work =
            new Tasks.Work(agent, text(given, "name"), text(given, "prompt"), section.awaited());
        return started(context.tasks().spawn(work));
      }
    },
    STATUS(
        "task_status",
        "Show tasks",
        "Shows one task with its answer, or the newest tasks of this conversation.",
        null) {
      @Override
      JsonNode answer(JsonNode given, ToolCallContext context) throws TaskRefused {
        if (given.hasNonNull(ID)) {
          return shown(context, given, Integer.MAX_VALUE);
        }
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ArrayNode tasks = list.putArray("tasks");
        context.tasks().list(LISTED).forEach(task -> tasks.add(shown(task, EXCERPT)));
        return list;
      }
    },
    CANCEL("cancel_task", "Cancel a task", "Cancels a task that has not ended.", ID) {
      @Override
      JsonNode answer(JsonNode given, ToolCallContext context) throws TaskRefused {
        context.tasks().cancel(text(given, ID));
        return shown(context, given, EXCERPT);
      }
    },
    SEND(
        "send_message",
        "Message a task",
        "Sends a message to a task that has started; it reads it before its next step.",
        ID) {
      @Override
      JsonNode answer(JsonNode given, ToolCallContext context) throws TaskRefused {
        context.tasks().send(text(given, ID), text(given, "content"));
        return JsonNodeFactory.instance.objectNode().put(ID, text(given, ID)).put("sent", true);
      }
    };

    private final String id;
    private final String title;
    private final String description;
    private final String primaryArgument;

    Kind(String id, String title, String description, String primaryArgument) {
      this.id = id;
      this.title = title;
      this.description = description;
      this.primaryArgument = primaryArgument;
    }

    abstract JsonNode answer(JsonNode given, ToolCallContext context) throws TaskRefused;

    boolean describes(ToolDescriptor tool) {
      return tool.id().equals(id);
    }

    private ToolDescriptor descriptor() {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
      ObjectNode properties = schema.putObject("properties");
      switch (this) {
        case SPAWN -> {
          property(properties, "agent_id", "The agent that does the work", Tasks.MAX_NAME);
          property(
              properties,
              "prompt",
              "The work. The agent sees nothing else of this conversation",
              Tasks.MAX_TEXT);
          property(properties, "name", "A short name for lists", Tasks.MAX_NAME);
          schema.putArray("required").add("agent_id").add("prompt");
        }
        case STATUS -> property(properties, ID, "The task; all of them without it", Tasks.MAX_NAME);
        case CANCEL -> {
          property(properties, ID, "The task", Tasks.MAX_NAME);
          schema.putArray("required").add(ID);
        }
        case SEND -> {
          property(properties, ID, "The task", Tasks.MAX_NAME);
          property(properties, "content", "The message", Tasks.MAX_TEXT);
          schema.putArray("required").add(ID).add("content");
        }
      }
      schema.put("additionalProperties", false);
      return new ToolDescriptor(id, title, description, schema, "task", primaryArgument);
    }

    private static void property(ObjectNode properties, String name, String what, int most) {
      properties
          .putObject(name)
          .put("type", "string")
          .put("description", what)
          .put("minLength", 1)
          .put("maxLength", most);
    }
  }

  private static final String ID = "task_id";

  TaskTool(Kind kind) {
    this.kind = kind;
    this.descriptor = kind.descriptor();
  }

  /** A copy of {@code spawn_task} for an agent that may start these agents. */
  static ToolDescriptor of(ToolDescriptor tool, List<String> agents) {
    ObjectNode schema = tool.parameters().deepCopy();
    if (!agents.isEmpty()) {
      ArrayNode names = ((ObjectNode) schema.at("/properties/agent_id")).putArray("enum");
      agents.forEach(names::add);
    }
    return new ToolDescriptor(
        tool.id(),
        tool.name(),
        tool.description(),
        schema,
        tool.category(),
        tool.primaryArgument());
  }

  @Override
  public ToolDescriptor descriptor() {
    return descriptor;
  }

  /** A repeated call starts, cancels or sends nothing twice. */
  @Override
  public RetryClass retryClass() {
    return RetryClass.SAFE;
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    try {
      return ToolOutput.success(kind.id, kind.answer(arguments, context));
    } catch (TaskRefused e) {
      return ToolOutput.of(ToolResult.errorWithCode(kind.id, e.code(), e.getMessage()));
    }
  }

  private static String text(JsonNode given, String field) {
    return given.path(field).textValue();
  }

  private static JsonNode started(String id) {
    return JsonNodeFactory.instance.objectNode().put(ID, id).put("status", "queued");
  }

  private static JsonNode shown(ToolCallContext context, JsonNode given, int most)
      throws TaskRefused {
    return context
        .tasks()
        .find(text(given, ID))
        .map(task -> shown(task, most))
        .orElseThrow(
            () ->
                new TaskRefused(
                    TaskRefused.NOT_FOUND, "this conversation has no task with this id"));
  }

  private static JsonNode shown(Tasks.Task task, int most) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put(ID, task.id());
    json.put("agent_id", task.agentId()).put("status", task.status());
    if (task.name() != null) {
      json.put("name", task.name());
    }
    if (task.response() != null) {
      json.put("response", WholeText.cut(task.response(), most));
    }
    if (task.steps() > 0) {
      json.put("steps", task.steps());
    }
    if (task.cost() != null) {
      json.put("cost", task.cost().amount()).put("currency", task.cost().currency());
    }
    return json;
  }
}
