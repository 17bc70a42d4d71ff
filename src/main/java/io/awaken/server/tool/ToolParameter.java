package io.awaken.server.tool;

import com.fasterxml.jackson.databind.JavaType;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolParam;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;

/**
 * A parameter of a tool method.
 *
 * @param name the argument's name; null for the call's context
 * @param type the argument's type, without the {@link Optional} around it
 * @param javaType that type for the mapper
 * @param optional whether it may be missing
 * @param declared the parameter with its annotations
 */
record ToolParameter(
    String name, Type type, JavaType javaType, boolean optional, Parameter declared) {

  static ToolParameter of(Parameter parameter) {
    if (parameter.getType() == ToolCallContext.class) {
      return new ToolParameter(null, ToolCallContext.class, null, false, parameter);
    }
    Type type = parameter.getParameterizedType();
    boolean optional = parameter.getType() == Optional.class;
    if (optional) {
      type =
          type instanceof ParameterizedType wrapper
              ? wrapper.getActualTypeArguments()[0]
              : Object.class;
    }
    return new ToolParameter(
        parameter.getName(), type, ToolJson.MAPPER.constructType(type), optional, parameter);
  }

  boolean isContext() {
    return name == null;
  }

  /** What the parameter means, or null. */
  String description() {
    ToolParam param = declared.getAnnotation(ToolParam.class);
    return param == null ? null : param.value();
  }
}
