package io.awaken.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.builtin.stop.StopConditionPlugin;
import io.awaken.core.agent.PluginSet;
import io.awaken.fixture.Rows;
import io.awaken.server.documents.DocumentException;
import io.awaken.server.documents.syntax.DocumentProblem;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake in a document is reported with the document, the field as written, and its line. */
@Rows({9, 35, 236})
class DocumentMistakesTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # empty entries
          mcp-servers/s.yaml | transport: stdio;command: x;args:;- a;-                      | 5 | args[1]
          mcp-servers/s.yaml | transport: http;url: http://x;headers:;  A:                  | 4 | headers.A
          mcp-servers/s.json | {"transport": "stdio", "command": "x",; "env":; {"A": null}} | 3 | env.A
          mcp-servers/s.yaml | transport: http;url: http://x;trust:;  tools: {a: null}         | 4 | trust.tools.a
          mcp-servers/s.yaml | transport: http;url: http://x;auth:;  scopes: [null]         | 4 | auth.scopes[0]
          agents/a.yaml      | model: default;plugin_ids:;- null                            | 3 | plugin_ids[0]
          agents/a.json      | {"model": "default",; "plugin_ids": [null]}                  | 2 | plugin_ids[0]
          agents/a.yaml      | model: default;allowed_tools: [a, null]                      | 2 | allowed_tools[1]
          agents/a.yaml      | model: default;allowed_tool_patterns: [null]                 | 2 | allowed_tool_patterns[0]
          agents/a.yaml      | model: default;expose: [null]                                | 2 | expose[0]
          agents/a.yaml      | model: default;active_plugins: [null]                        | 2 | active_plugins[0]
          agents/a.yaml      | endpoint:;  backend: a2a;  auth:;    token:                  | 4 | endpoint.auth.token
          models/m.yaml      | provider: scripted;model: m;modalities:;- text;- null           | 5 | modalities[1]
          model-pools/p.yaml | members:;- null                                              | 2 | members[0]
          prompts/p.yaml     | messages: [{text: x}];arguments:;- name: a;  values: [1x, null] | 4 | arguments[0].values[1]
          prompts/p.yaml     | messages:;-                                                  | 2 | messages[0]
          resources/r.yaml   | uri_template: 'x:{a}';text: x;arguments: [{name: a, values: [null]}] | 3 | arguments[0].values[0]

          # wrong types
          mcp-servers/s.yaml | transport: stdio;command: x;args:;- [a]                      | 4 | args[0]
          mcp-servers/s.yaml | transport: stdio;command: x;args: a                          | 3 | args
          mcp-servers/s.yaml | transport: stdio;command: x;env: [a]                         | 3 | env
          mcp-servers/s.yaml | transport: http;url: http://x;auth: secret                   | 3 | auth
          mcp-servers/s.yaml | transport: http;url: http://x;auth:;  type: basic            | 4 | auth.type
          agents/a.yaml      | model: default;sections: [a]                                 | 2 | sections
          agents/a.yaml      | model: default;context_policy:;  max_context_tokens: many    | 3 | context_policy.max_context_tokens
          agents/a.yaml      | model: default;response_format: json                         | 2 | response_format
          agents/a.yaml      | model: default;stop_conditions:;- null                       | 3 | stop_conditions[0]
          agents/a.yaml      | model: default;excluded_tools: {a: b}                        | 2 | excluded_tools
          agents/a.yaml      | id: 5;model: default                                         | 1 | id
          model-pools/p.yaml | members:;- fast                                              | 2 | members[0]
          model-pools/p.yaml | members:;- model: default;  weight: heavy                    | 3 | members[0].weight
          models/m.yaml      | provider: scripted;model: m;prices:;  input: cheap           | 4 | prices.input
          prompts/p.yaml     | messages:;- text: x;- text:;    a: b                         | 3 | messages[1].text
          providers/p.json   | {"adapter": "scripted",; "adapter_options": [1]}             | 2 | adapter_options

          # unknown fields
          agents/a.yaml      | model: default;plugins: []                                   | 2 | plugins
          agents/a.yaml      | endpoint:;  backend: a2a;  base: http://x                    | 3 | endpoint.base
          mcp-servers/s.json | {"transport": "http", "url": "http://x",; "auth":; {"typ": "x"}} | 3 | auth.typ
          model-pools/p.yaml | members:;- model: default;  share: 1                         | 3 | members[0].share

          # fields under their other name
          agents/a.yaml      | description: x;model: 5                                      | 2 | model
          agents/a.yaml      | description: x;model: ''                                     | 2 | model
          agents/a.yaml      | model: default;active_plugins: 7                             | 2 | active_plugins
          agents/a.yaml      | description: x;model: none                                   | 2 | model
          agents/a.yaml      | model: default;model_id: default                             | 1 | model
          models/m.yaml      | id: m;model: m;provider: [scripted]                          | 3 | provider
          models/m.yaml      | provider: scripted;model: {name: m}                          | 2 | model
          models/m.json      | {"model": "m",; "provider": "none"}                          | 2 | provider
          model-pools/p.yaml | members:;- weight: 1;  model: 7                              | 3 | members[0].model
          model-pools/p.yaml | members:;- weight: 1;  model: none                           | 3 | members[0].model
          model-pools/p.yaml | members:;- model: default;- weight: 1;  model: default       | 4 | members[1].model
          model-pools/p.yaml | members:;- model: default;  model_id: default                | 2 | members[0].model

          # what plugins, providers and the registry refuse
          agents/a.yaml      | model: default;plugin_ids:;- stop-condition;- none           | 4 | plugin_ids[1]
          agents/a.yaml      | model: default;sections:;  retry:;    max_retries: -1        | 4 | sections.retry.max_retries
          agents/a.yaml      | model: default;sections:;  retry:;    retries: 1             | 4 | sections.retry.retries
          agents/a.yaml      | model: default;sections:;  retry:;    max_wait: PT           | 4 | sections.retry.max_wait
          agents/a.yaml      | model: default;sections:;  retry:;    fallback_models: [null]   | 4 | sections.retry.fallback_models[0]
          agents/a.yaml      | model: default;sections:;  retry:;  -                        | 3 | sections.retry
          agents/a.yaml      | model: default;plugin_ids: [permission];sections:;  permission: [a] | 4 | sections.permission
          agents/a.yaml      | model: default;plugin_ids: [permission];sections:;  permission:;    rules: {tool: x} | 5 | sections.permission.rules
          agents/a.yaml      | model: default;plugin_ids: [permission];sections:;  permission:;    rules:;    - {tool: x, behavior: allow};    - {tool: x(,;       behavior: deny} | 7 | sections.permission.rules[1].tool
          agents/a.yaml      | model: default;plugin_ids: [permission];sections:;  permission:;    rules:;    - tool: x;      behaviour: deny | 7 | sections.permission.rules[0].behaviour
          agents/a.yaml      | model: default;plugin_ids: [permission];sections:;  permission:;    rules:;    - null | 6 | sections.permission.rules[0]
          agents/a.json      | {"model": "default", "plugin_ids": ["permission"],; "sections": {"permission":; {"rules": [;  {"tool": "x", "behavior": "allow", "scope": "thread"}]}}} | 4 | sections.permission.rules[0]
          agents/a.yaml      | model: default;stop_conditions:;- type: max_rounds;  rounds: 3;- type: timeout;  seconds: x | 6 | stop_conditions[1].seconds
          agents/a.yaml      | model: default;response_format:;  type: json_schema;  schema: 5 | 4 | response_format.schema
          providers/p.yaml   | adapter: scripted;adapter_options:;  word_delay_ms: soon     | 3 | adapter_options.word_delay_ms
          providers/p.yaml   | timeout_secs: 1;adapter: none                                | 2 | adapter

          # the file itself
          agents/a.yaml      | model: default;---;model: default                            | 2 |
          agents/a.yaml      | model: default;model: default                                | 2 |
          agents/a.yaml      | model: default;description: "x                               | 2 |
          agents/a.json      | {"model": "default",; "max_rounds": 1,;}                     | 3 |
          agents/a.json      | {"model": "default"};{"model": "default"}                    | 2 |
          agents/a.yaml      | - a                                                          | 1 |
          """)
  void aMistakeIsReportedWithItsDocumentItsFieldAndItsLine(
      String file, String lines, int line, String field) {
    var folder = new EditedFolder(directory).write(file, lines.replace(';', '\n'));

    List<DocumentProblem> problems = problems(folder);

    assertThat(problems).extracting(DocumentProblem::file).containsOnly(file);
    assertThat(problems)
        .anySatisfy(
            problem -> {
              assertThat(problem.field()).isEqualTo(field);
              assertThat(problem.position().line()).isEqualTo(line);
              assertThat(problem.reason()).doesNotContain("expected form");
            });
  }

  /** Those of a refused start, or of the agents that alone are refused. */
  private static List<DocumentProblem> problems(EditedFolder folder) {
    var stop = new StopConditionPlugin(InstantSource.system());
    var plugins = PluginSet.of(List.of(), List.of(new PermissionPlugin(), stop));
    try {
      return folder.open(plugins).problems();
    } catch (DocumentException e) {
      return e.problems();
    }
  }
}
