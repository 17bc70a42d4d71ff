package io.awaken.server.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.ToolOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Converts a tool method's return value to the tool's result, limited in size. */
final class ToolAnswer {

  /** Bytes of a result as JSON; more would fill the model's context and every later request. */
  static final int MAX_BYTES = 256 << 10;

  private ToolAnswer() {}

  /** The result; an error result when the value is too large or cannot be written as JSON. */
  static ToolOutput of(String tool, Object value) {
    if (value instanceof ToolOutput output) {
      return new ToolOutput(result(tool, output.result()), output.command());
    }
    return ToolOutput.of(result(tool, value));
  }

  private static ToolResult result(String tool, Object value) {
    try {
      if (value instanceof ToolResult result) {
        bounded(result.data());
        bounded(result.suspension());
        return result;
      }
      List<ContentBlock> blocks = blocks(value);
      return blocks.isEmpty()
          ? ToolResult.success(tool, bounded(value))
          : ToolResult.successWithContent(tool, blocks);
    } catch (TooLarge e) {
      return ToolResult.errorWithCode(
          tool,
          "result_too_large",
          "the result is larger than " + MAX_BYTES + " bytes; ask for less");
    } catch (IOException e) {
      return ToolResult.errorWithCode(
          tool, "result_not_json", "the result cannot be written as JSON");
    }
  }

  /** A block, or a list of blocks, is passed to the model unchanged; the loop limits its size. */
  private static List<ContentBlock> blocks(Object value) {
    if (value instanceof ContentBlock block) {
      return List.of(block);
    }
    return value instanceof List<?> list && list.stream().allMatch(ContentBlock.class::isInstance)
        ? list.stream().map(ContentBlock.class::cast).toList()
        : List.of();
  }

  private static JsonNode bounded(Object value) throws IOException {
    var out = new BoundedOutput();
    try {
      ToolJson.MAPPER.writeValue(out, value);
    } catch (JsonProcessingException e) {
      // The mapper wraps what a stream throws.
      if (e.getCause() instanceof TooLarge tooLarge) {
        throw tooLarge;
      }
      throw e;
    }
    if (value instanceof String text) {
      return TextNode.valueOf(text);
    }
    JsonNode tree = ToolJson.MAPPER.readTree(out.bytes.toByteArray());
    return tree.isNull() ? null : tree;
  }

  private static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** Stops writing at the limit, so that an endless result costs no more than an allowed one. */
  private static final class BoundedOutput extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      if (bytes.size() + length > MAX_BYTES) {
        throw new TooLarge();
      }
      bytes.write(source, offset, length);
    }
  }
}
