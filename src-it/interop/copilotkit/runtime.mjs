// CopilotKit's runtime in front of agents of the server.

// Set before the packages are loaded: otherwise the runtime sends telemetry.
process.env.COPILOTKIT_TELEMETRY_DISABLED = "true";
process.env.DO_NOT_TRACK = "1";
const { HttpAgent } = await import("@ag-ui/client");
const { CopilotRuntime, ExperimentalEmptyAdapter, copilotRuntimeNodeHttpEndpoint } = await import("@copilotkit/runtime");

/**
 * Returns a listener for requests below `/copilotkit`.
 *
 * @param {string} server its base URL
 * @param {string[]} names of the agents
 */
export function runtime(server, names) {
  const agents = Object.fromEntries(
    names.map((name) => [name, new HttpAgent({ url: `${server}/v1/ag-ui/agents/${name}/runs` })]),
  );
  return copilotRuntimeNodeHttpEndpoint({
    endpoint: "/copilotkit",
    runtime: new CopilotRuntime({ agents }),
    serviceAdapter: new ExperimentalEmptyAdapter(),
  });
}
