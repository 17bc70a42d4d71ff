package io.awaken.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.BesideOthers;
import io.awaken.rpc.JsonRpc;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@BesideOthers
class McpMessagesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'jsonrpc':'2.0','id':1,'result':{},'error':null}|{'jsonrpc':'2.0','id':1,'result':{}}",
        "{'jsonrpc':'2.0','id':1,'method':'a','params':null}|{'jsonrpc':'2.0','id':1,'method':'a'}",
        "{'jsonrpc':'2.0','id':1,'method':'a','params':{'b':null,'c':[{'d':null}],'e':0}}"
            + "|{'jsonrpc':'2.0','id':1,'method':'a','params':{'c':[{}],'e':0}}",
        "{'jsonrpc':'2.0','id':1,'method':'a','params':{'arguments':{'b':null},'_meta':{'c':{'d':null},'e':null}}}"
            + "|{'jsonrpc':'2.0','id':1,'method':'a','params':{'arguments':{'b':null},'_meta':{'c':{'d':null}}}}",
        "{'jsonrpc':'2.0','id':1,'result':{'structuredContent':null,'nextCursor':null}}"
            + "|{'jsonrpc':'2.0','id':1,'result':{'structuredContent':null}}",
        "{'jsonrpc':'2.0','id':1,'result':null,'error':{'code':1,'message':'a','data':null}}"
            + "|{'jsonrpc':'2.0','id':1,'error':{'code':1,'message':'a'}}",
        "{'jsonrpc':'2.0','id':1,'result':null}|{'jsonrpc':'2.0','id':1,'result':null}"
      })
  void nullIsAnAbsentField(String text, String read) throws Exception {
    assertThat(JSON.readTree(JsonRpc.write(JsonRpc.read(json(text), McpFields.ABSENT)).toString()))
        .isEqualTo(json(read));
  }

  @Test
  void anUnsupportedRevisionIsAnsweredWithTheSupportedOnes() {
    var error = McpError.unsupportedVersion("1999-01-01", ProtocolVersion.modernOnes());

    assertThat(error.code()).isEqualTo(-32022);
    assertThat(error.data().toString())
        .isEqualTo("{\"supported\":[\"2026-07-28\"],\"requested\":\"1999-01-01\"}");
  }

  @Test
  void revisionsWithAndWithoutSessionsAreSeparated() {
    assertThat(ProtocolVersion.of("2026-07-28")).map(ProtocolVersion::modern).hasValue(true);
    assertThat(ProtocolVersion.of(null)).isEmpty();
    assertThat(ProtocolVersion.legacy())
        .extracting(ProtocolVersion::text)
        .isEqualTo(List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"));
    assertThat(ProtocolVersion.legacy()).noneMatch(ProtocolVersion::modern);
  }

  @Test
  void theServerDoesNotSpeakTheOldestRevisionOfTheClient() {
    assertThat(ProtocolVersion.of("2024-11-05")).isPresent();
    assertThat(ProtocolVersion.servedOf("2024-11-05")).isEmpty();
    assertThat(ProtocolVersion.servedOnes())
        .extracting(ProtocolVersion::text)
        .containsExactly("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26");
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }
}
