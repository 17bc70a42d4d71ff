package io.awaken.protocol.aisdk.routes;

import java.util.Set;

/** The resources of the AI SDK, for the application class. */
public final class ChatRoutes {

  /** All of them. */
  public static final Set<Class<?>> RESOURCES =
      Set.of(
          ChatResource.class,
          ChatThreadResource.class,
          ChatAgentResource.class,
          ChatRunResource.class);

  private ChatRoutes() {}
}
