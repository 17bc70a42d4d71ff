// An agent whose stream goes on where its connection broke: an extension of the server.
import { Observable } from "rxjs";

/** Reads server-sent events; each with its id and the event of the protocol. */
export async function* frames(response) {
  const decoder = new TextDecoder();
  let buffer = "";
  for await (const chunk of response.body) {
    buffer += decoder.decode(chunk, { stream: true });
    const parts = buffer.split("\n\n");
    buffer = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const field = (name) => lines.find((line) => line.startsWith(name + ": "))?.slice(name.length + 2);
      if (field("data")) yield { id: field("id"), event: JSON.parse(field("data")) };
    }
  }
}

const LAST = ["RUN_FINISHED", "RUN_ERROR"];
const READ_ON = ["reconnect", "resync"];

/** An HttpAgent that comes back; `server` is where the API is. */
export function resuming(HttpAgent, server) {
  return class extends HttpAgent {
    run(input) {
      return this.reads(input, () => fetch(this.url, this.requestInit(input)));
    }

    /** For `connectAgent`: the thread's run from its beginning, behind the messages before it. */
    connect(input) {
      return this.reads(input, () => this.get(input, `stream`));
    }

    get(input, path, headers = {}) {
      const version = input.protocolVersion ? `?protocolVersion=${input.protocolVersion}` : "";
      const thread = encodeURIComponent(input.threadId);
      const url = `${server}/v1/ag-ui/threads/${thread}/${path}${version}`;
      return fetch(url, { headers: { ...this.headers, ...headers }, signal: this.abortController.signal });
    }

    reads(input, open) {
      return new Observable((subscriber) => {
        this.pump(input, open, subscriber).then(
          () => subscriber.complete(),
          (error) => subscriber.error(error),
        );
      });
    }

    async pump(input, open, subscriber) {
      let id;
      let started = false;
      const again = () =>
        this.get(input, `runs/${encodeURIComponent(input.runId)}/stream`, id ? { "Last-Event-ID": id } : {});
      for (let attempt = 0; ; attempt++) {
        try {
          const response = await (attempt === 0 ? open() : again());
          if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}: ${await response.text()}`), { status: response.status });
          if (response.status === 204) return;
          for await (const frame of frames(response)) {
            if (frame.event.type === "RUN_ERROR" && READ_ON.includes(frame.event.code)) break;
            id = frame.id ?? id;
            // Behind the first frame, which has no id, the run is read anew.
            const twice = started && frame.event.type === "RUN_STARTED";
            started = true;
            if (!twice) subscriber.next(frame.event);
            if (LAST.includes(frame.event.type)) return;
          }
        } catch (error) {
          if (error.status < 500 || error.name === "AbortError" || attempt > 120) throw error;
        }
        // The first time at once; a server that is away needs time.
        await new Promise((resolve) => setTimeout(resolve, attempt === 0 ? 0 : 500));
      }
    }
  };
}
