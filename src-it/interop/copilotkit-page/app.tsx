// A page that chats with the agent of its address and shares the plan of a house with it.
import { HttpAgent } from '@ag-ui/client';
import { CopilotKitProvider, useAgent, useCopilotKit, useFrontendTool } from '@copilotkit/react-core/v2';
import { type FormEvent, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

const address = new URLSearchParams(location.search);
const agentId = address.get('agent')!;
/** The agent's route on the server, or CopilotKit's runtime in front of it. */
const connection = address.has('runtime')
  ? { runtimeUrl: address.get('runtime')! }
  : { agents__unsafe_dev_only: { [agentId]: new HttpAgent({ url: address.get('server')! }) } };

interface House {
  colour?: string;
  rooms?: string[];
  count?: number;
}

function Page() {
  const { agent, isReady } = useAgent({ agentId });
  const { copilotkit } = useCopilotKit();
  const house = agent.state as House;
  const change = (changes: House) => agent.setState({ ...house, ...changes });

  useFrontendTool({
    name: 'pick_colour',
    description: 'Picks a colour of a palette.',
    parameters: z.object({ palette: z.enum(['warm', 'cold']) }),
    // Not the agent of the first rendering, which a runtime replaces once it is connected.
    handler: async ({ palette }, { agent: caller }) => {
      const colour = palette === 'warm' ? 'amber' : 'teal';
      caller?.setState({ ...caller.state, colour });
      return colour;
    },
  });

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const content = new FormData(event.currentTarget).get('message') as string;
    agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
    void copilotkit.runAgent({ agent });
  };

  // What is given to the agent before goes to a placeholder, and is lost.
  if (!isReady) {
    return <p>Connecting…</p>;
  }
  return (
    <main>
      <label>Colour <input value={house.colour ?? ''} onChange={({ target }) => change({ colour: target.value })} /></label>
      <button onClick={() => change({ rooms: [...(house.rooms ?? []), 'room'] })}>Add a room</button>
      <p>Rooms: {house.rooms?.length ?? 0}, counted: {house.count ?? 'never'}</p>
      {agent.messages
        .filter(({ role, content }) => content && (role === 'user' || role === 'assistant'))
        .map(({ id, role, content }) => <article key={id} aria-label={role}>{content as string}</article>)}
      <form onSubmit={send}>
        <label>Message <input name="message" /></label>
      </form>
      {agent.isRunning && <p role="status">The agent is at work.</p>}
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CopilotKitProvider {...connection} enableInspector={false}>
      <Page />
    </CopilotKitProvider>
  </StrictMode>,
);
