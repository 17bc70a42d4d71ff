package io.awaken.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.BesideOthers;
import io.awaken.rpc.JsonRpc.InvalidMessage;
import io.awaken.rpc.JsonRpcMessage.Failure;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@BesideOthers
class JsonRpcTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AbsentFields ABSENT =
      new AbsentFields(Set.of("data"), Set.of("data"), "_meta", "own/");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'a'}}",
        "{'jsonrpc':'2.0','id':'x','method':'ping'}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}",
        "{'jsonrpc':'2.0','id':1,'result':{}}",
        "{'jsonrpc':'2.0','id':1,'error':{'code':-32601,'message':'no','data':[1]}}",
        "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'no'}}"
      })
  void aMessageIsWrittenAsRead(String text) throws Exception {
    JsonNode json = json(text);

    assertThat(JSON.readTree(JsonRpc.write(JsonRpc.read(json, ABSENT)).toString())).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|a message must be a JSON object",
        "'null'|a message must be a JSON object",
        "{'id':1,'method':'a'}|jsonrpc must be \"2.0\"",
        "{'jsonrpc':'1.0','id':1,'method':'a'}|jsonrpc must be \"2.0\"",
        "{'jsonrpc':'2.0','id':1,'method':3}|method must be a text of 1 to 256 characters",
        "{'jsonrpc':'2.0','id':1,'method':' '}|method must be a text of 1 to 256 characters",
        "{'jsonrpc':'2.0','id':1,'method':'a','params':[]}|params must be an object",
        "{'jsonrpc':'2.0','id':null,'method':'a'}|id must be a text",
        "{'jsonrpc':'2.0','id':1.5,'method':'a'}|id must be a text",
        "{'jsonrpc':'2.0','id':{},'method':'a'}|id must be a text",
        "{'jsonrpc':'2.0','id':1}|a message must have method, result or error",
        "{'jsonrpc':'2.0','id':1,'result':1,'error':{}}|a message must have method, result or",
        "{'jsonrpc':'2.0','result':1}|id must be a text",
        "{'jsonrpc':'2.0','id':1,'error':{'message':'a'}}|error.code must be a whole number",
        "{'jsonrpc':'2.0','id':1,'error':{'code':1}}|error.message must be a text"
      })
  void anInvalidMessageIsRefusedWithTheReason(String text, String why) {
    assertThatThrownBy(() -> JsonRpc.read(json(text), ABSENT))
        .isInstanceOf(InvalidMessage.class)
        .hasMessageContaining(why);
  }

  @Test
  void anErrorAboutABrokenRequestHasItsId() throws Exception {
    JsonNode broken = json("{'jsonrpc':'2.0','id':7,'method':'a','params':3}");

    assertThatThrownBy(() -> JsonRpc.read(broken, ABSENT))
        .isInstanceOfSatisfying(
            InvalidMessage.class,
            invalid -> {
              Failure answer = invalid.answer();
              assertThat(answer.id().intValue()).isEqualTo(7);
              assertThat(answer.error().code()).isEqualTo(JsonRpcError.INVALID_REQUEST);
            });
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }
}
