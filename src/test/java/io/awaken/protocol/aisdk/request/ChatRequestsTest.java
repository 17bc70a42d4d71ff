package io.awaken.protocol.aisdk.request;

import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.aisdk.request.ChatRequest.Answered;
import io.awaken.protocol.aisdk.request.ChatRequest.Approval;
import io.awaken.protocol.aisdk.request.ChatRequest.Edited;
import io.awaken.protocol.aisdk.request.ChatRequest.NewMessages;
import io.awaken.protocol.aisdk.request.ChatRequest.Output;
import io.awaken.protocol.aisdk.request.ChatRequest.Regenerate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parsing the bodies of chat clients, and refusals that name the field. */
@Rows(237)
class ChatRequestsTest {

  private static final String HELLO =
      "{'id':'u1','role':'user','parts':[{'type':'text','text':'Hello'}]}";
  private static final String ANSWER =
      "{'id':'run-1','role':'assistant','parts':[{'type':'text','text':'Hi'}]}";

  private static ChatRequest read(String body) {
    try {
      byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
      return ChatRequests.read(ProtocolJson.object(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Message userMessage(String body) {
    return ((NewMessages) read(body).input()).messages().getLast().message();
  }

  @Test
  void theIdIsTheThreadAndTheLastUserMessageIsNew() {
    ChatRequest read =
        read(
            "{'id':'c1','trigger':'submit-message','agentId':'a','more':1,'messages':[%s,%s,%s]}"
                .formatted(HELLO, ANSWER, HELLO.replace("u1", "u2")));
    assertThat(read.threadId()).isEqualTo("c1");
    assertThat(read.agentId()).isEqualTo("a");
    assertThat(((NewMessages) read.input()).messages())
        .singleElement()
        .satisfies(
            user -> {
              assertThat(user.index()).isEqualTo(2);
              assertThat(user.id()).isEqualTo("u2");
              assertThat(user.message().id()).isEqualTo("ui-u2");
              assertThat(user.message().text()).isEqualTo("Hello");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'threadId':'c1','messages':'Hello'}
          {'threadId':'c1','messages':[{'role':'user','content':'Hello'}]}
          {'threadId':'c1','message':{'role':'user','parts':[{'type':'text','text':'Hello'}]}}
          """)
  void otherMessageFormsAreAccepted(String body) {
    assertThat(read(body).threadId()).isEqualTo("c1");
    assertThat(userMessage(body).text()).isEqualTo("Hello");
  }

  @Test
  void filesAreReadFromDataUrlsLinksAndUploads() {
    Message user =
        userMessage(
            """
            {'messages':[{'id':'u1','role':'user','parts':[
              {'type':'text','text':'Look'},
              {'type':'data-place','data':{}},
              {'type':'file','mediaType':'image/png','filename':'a.png','url':'data:image/png;base64,AQID'},
              {'type':'file','mediaType':'application/pdf','url':'https://example.org/a.pdf'},
              {'type':'file','mediaType':'audio/mpeg','url':'/v1/threads/c1/media/m1'}]}]}
            """);
    assertThat(user.content()).hasSize(4);
    assertThat(user.content().get(0)).isEqualTo(new ContentBlock.Text("Look"));
    assertThat(user.content().get(1))
        .isEqualTo(MediaKind.IMAGE.of("image/png", new byte[] {1, 2, 3}, "a.png"));
    assertThat(((Media) user.content().get(2)).url()).isEqualTo("https://example.org/a.pdf");
    assertThat(((Media) user.content().get(3)).mediaId()).isEqualTo("m1");
  }

  @Test
  void anEditedMessageNamesTheOneThatItReplaces() {
    var edited =
        (Edited) read("{'id':'c1','messageId':'u1','messages':[%s]}".formatted(HELLO)).input();
    assertThat(edited.messageId()).isEqualTo("u1");
    assertThat(edited.message().message().text()).isEqualTo("Hello");
  }

  @Test
  void regeneratingRepeatsTheLastUserMessage() {
    var again =
        (Regenerate)
            read("{'id':'c1','trigger':'regenerate-message','messageId':'run-1','messages':[%s]}"
                    .formatted(HELLO))
                .input();
    assertThat(again.message().id()).isEqualTo("u1");
  }

  @Test
  void answersAreReadFromTheNamedMessage() {
    var answered =
        (Answered)
            read("""
            {'id':'c1','messageId':'run-1','messages':[%s,
              {'id':'run-1','role':'assistant','parts':[
                {'type':'tool-pay','toolCallId':'run-1:c1','state':'approval-responded',
                 'approval':{'id':'run-1:q1','approved':true,'reason':'fine'}},
                {'type':'dynamic-tool','toolName':'x','toolCallId':'run-1:c2',
                 'state':'output-available','output':{'a':1}},
                {'type':'tool-y','toolCallId':'run-1:c3','state':'output-error','errorText':'no'},
                {'type':'tool-z','toolCallId':'run-1:c4','state':'approval-requested',
                 'approval':{'id':'run-1:q4'}}]},
              %s],
             'decisions':[{'approvalId':'run-1:q5','approved':true,'payload':{'value':5}}]}
            """
                    .formatted(HELLO, HELLO.replace("u1", "u2")))
                .input();
    assertThat(answered.run()).isEqualTo(new RunId("run-1"));
    assertThat(answered.answers()).hasSize(4);
    assertThat(answered.answers().get(0))
        .isEqualTo(new Approval("messages[1].parts[0].approval", "q1", true, null, "fine"));
    assertThat(((Output) answered.answers().get(1)).output().toString()).isEqualTo("{\"a\":1}");
    assertThat(((Output) answered.answers().get(2)).errorText()).isEqualTo("no");
    assertThat(((Approval) answered.answers().get(3)).payload().toString())
        .isEqualTo("{\"value\":5}");
  }

  /** Invalid bodies with the field that is refused. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          {}                                                                     | messages
          {'messages':[]}                                                        | messages
          {'messages':7}                                                         | messages
          {'messages':['x']}                                                     | messages[0]
          {'messages':[{}]}                                                      | messages[0].role
          {'messages':[{'role':7}]}                                              | messages[0].role
          {'messages':[{'role':'system','parts':[]}]}                            | messages[0].role
          {'messages':[{'role':'tool','parts':[]}]}                              | messages[0].role
          {'messages':[{'role':'user'}]}                                         | messages[0].parts
          {'messages':[{'role':'user','content':7}]}                             | messages[0].content
          {'messages':[{'role':'user','parts':[]}]}                              | messages[0].parts
          {'messages':[{'role':'user','parts':[{'type':'data-x'}]}]}             | messages[0].parts
          {'messages':[{'role':'user','parts':[7]}]}                             | messages[0].parts[0]
          {'messages':[{'role':'user','parts':[{}]}]}                            | messages[0].parts[0].type
          {'messages':[{'role':'user','parts':[{'type':'tool-x'}]}]}             | messages[0].parts[0].type
          {'messages':[{'role':'user','parts':[{'type':'text'}]}]}               | messages[0].parts[0].text
          {'messages':[{'role':'user','parts':[{'type':'text','text':' '}]}]}    | messages[0].parts[0].text
          {'messages':[{'role':'user','parts':[{'type':'file'}]}]}               | messages[0].parts[0].url
          {'messages':[{'role':'user','parts':[{'type':'file','url':'data:image/png,x'}]}]}        | messages[0].parts[0].url
          {'messages':[{'role':'user','parts':[{'type':'file','url':'data:image/png;base64,?'}]}]} | messages[0].parts[0].url
          {'messages':[{'role':'user','parts':[{'type':'file','url':'data:;base64,AQID'}]}]}       | messages[0].parts[0].mediaType
          {'messages':'x','trigger':'resume'}                                    | trigger
          {'messages':'x','id':7}                                                | id
          {'messages':'x','agentId':7}                                           | agentId
          {'messages':'x','messageId':'u9'}                                      | messageId
          {'messages':'x','frontendTools':{}}                                    | frontendTools
          {'messages':'x','frontendTools':[{}]}                                  | frontendTools[0].name
          {'messages':'x','decisions':[{}]}                                      | decisions[0].approvalId
          {'messages':'x','decisions':[{'approvalId':'q'}]}                      | decisions[0].approvalId
          {'messages':'x','decisions':[{'approvalId':'r:q'}]}                    | decisions[0].approved
          {'messages':[{'id':'a','role':'assistant','parts':[]}],'trigger':'regenerate-message'} | messages
          {'messages':[{'id':'a','role':'assistant','parts':[]}]}                | -
          """)
  @Attacks("S40")
  void invalidFieldsAreNamed(String body, String field) {
    Refusal refused = refusal(() -> read(body));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.field()).isEqualTo(field);
    assertThat(refused.message()).isNotBlank();
  }
}
