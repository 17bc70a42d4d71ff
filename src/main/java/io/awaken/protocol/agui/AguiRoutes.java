package io.awaken.protocol.agui;

import java.util.Set;

/** The resources of AG-UI, for the application class. */
public final class AguiRoutes {

  /** All of them. */
  public static final Set<Class<?>> RESOURCES =
      Set.of(AguiResource.class, AguiThreadResource.class, AguiStreamResource.class);

  private AguiRoutes() {}
}
