package io.awaken.http.openapi;

import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.parameters.Parameter.In;

/** The parameters of routes, from methods and parameter classes. */
final class Parameters {

  private final Schemas schemas;
  private final Map<String, Described> known = new TreeMap<>();

  /** Location and name of a parameter. */
  private record Place(In in, String name) {

    static Place of(AnnotatedElement element) {
      if (element.getAnnotation(PathParam.class) instanceof PathParam path) {
        return new Place(In.PATH, path.value());
      }
      if (element.getAnnotation(QueryParam.class) instanceof QueryParam query) {
        return new Place(In.QUERY, query.value());
      }
      return element.getAnnotation(HeaderParam.class) instanceof HeaderParam header
          ? new Place(In.HEADER, header.value())
          : null;
    }
  }

  /**
   * @param common its fields describe parameters without a description
   */
  Parameters(Schemas schemas, Class<?> common) {
    this.schemas = schemas;
    for (var field : common.getDeclaredFields()) {
      Place place = Place.of(field);
      if (place != null) {
        known.put(place.name(), field.getAnnotation(Described.class));
      }
    }
  }

  List<Parameter> of(RouteMethod route) {
    var all = new ArrayList<Parameter>();
    for (var parameter : route.method().getParameters()) {
      if (parameter.isAnnotationPresent(BeanParam.class)) {
        for (Class<?> type = parameter.getType(); type != null; type = type.getSuperclass()) {
          Stream.of(type.getDeclaredFields()).forEach(field -> add(field, all));
        }
      } else {
        add(parameter, all);
      }
    }
    return all;
  }

  private void add(AnnotatedElement element, List<Parameter> all) {
    Place place = Place.of(element);
    if (place == null) {
      return;
    }
    Described own = element.getAnnotation(Described.class);
    Described described = own == null ? known.get(place.name()) : own;
    var schema = schemas.of(schemas.type(String.class), described);
    Parameter parameter =
        OASFactory.createParameter()
            .name(place.name())
            .in(place.in())
            .description(schema.getDescription())
            .schema(schema.description(null));
    if (place.in() == In.PATH) {
      parameter.setRequired(true);
    }
    all.add(parameter);
  }
}
