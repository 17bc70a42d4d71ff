#!/usr/bin/env bash
# CopilotKit's useFrontendTool compares its dependencies as JSON: after a change of a function or a Map it goes on
# calling the handler of an earlier rendering.
#
# A component registers a tool whose handler uses a value, with [value] as dependencies, and is rendered twice with
# different values. React's useEffect runs again for each, and useFrontendTools (for lists of tools) registers the new
# handler, as its documentation says: compared by identity like the second argument of useEffect. useFrontendTool keeps
# the first handler if both values are the same JSON: functions and undefined are null in an array, Map, Set and Error
# are {}. So a new callback never takes effect; there is no warning.
#
# Needs Node 20 with npm. Installs 500 MB into a temporary folder.
set -euo pipefail

react_core=1.74.0
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"

echo '{"private": true, "type": "module"}' >package.json
npm install --silent --ignore-scripts --no-audit --no-fund "@copilotkit/react-core@$react_core" react@19.3.1 react-dom@19.3.1 \
  zod@4.1.12 happy-dom@21.0.4 || { echo "cannot install @copilotkit/react-core $react_core"; exit 2; }
echo "@copilotkit/react-core $react_core, react 19.3.1, node $(node --version)"

cat >dependencies.mjs <<'END'
import { Window } from 'happy-dom';

const window = new Window({ url: 'http://localhost/' });
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
globalThis.navigator ??= window.navigator;
const { act, createElement, useEffect } = await import('react');
const { createRoot } = await import('react-dom/client');
const { z } = await import('zod');
const { CopilotKitContext, CopilotKitCoreReact } = await import('@copilotkit/react-core/v2/context');
const { useFrontendTool, useFrontendTools } = await import('@copilotkit/react-core/v2/headless');

const copilotkit = new CopilotKitCoreReact({});
const HOOKS = {
  useFrontendTool,
  useFrontendTools: (tool, dependencies) => useFrontendTools([tool], dependencies),
};

/** Renders a component with one value after the other, then calls the registered tool. */
async function lastSeen(hook, values) {
  let byEffect, byHandler;
  function Page({ value }) {
    useEffect(() => { byEffect = value; }, [value]);
    const handler = async () => { byHandler = value; };
    hook({ name: 'tell', description: 'Tells the value.', parameters: z.object({}), handler }, [value]);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const context = { copilotkit, executingToolCallIds: new Set() };
  for (const value of values) {
    await act(() => root.render(createElement(CopilotKitContext.Provider, { value: context }, createElement(Page, { value }))));
  }
  await copilotkit.getTool({ toolName: 'tell' }).handler({}, {});
  await act(() => root.unmount());
  const age = (value) => (value === values[1] ? 'new' : 'old');
  return `useEffect ran with the ${age(byEffect)} value, the tool's handler with the ${age(byHandler)} one`;
}

const VALUES = {
  numbers: [1, 2],
  functions: [() => 'first', () => 'second'],
  maps: [new Map([['key', 'first']]), new Map([['key', 'second']])],
};
const stale = [];
for (const [name, hook] of Object.entries(HOOKS)) {
  for (const [kind, values] of Object.entries(VALUES)) {
    const seen = await lastSeen(hook, values);
    console.log(`${name}, ${kind}: ${seen}`);
    if (seen !== "useEffect ran with the new value, the tool's handler with the new one") stale.push(`${name}, ${kind}`);
  }
}
const asDescribed = stale.join('; ') === 'useFrontendTool, functions; useFrontendTool, maps';
console.log(asDescribed ? 'as described' : 'CHANGED');
process.exit(asDescribed ? 0 : 1);
END
node dependencies.mjs
