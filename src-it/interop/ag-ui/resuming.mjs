// An agent that resumes a broken stream, which is an extension of this server.
import { Observable } from "rxjs";

/** Parses server-sent events into their id and AG-UI event. */
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

const FINAL_TYPES = ["RUN_FINISHED", "RUN_ERROR"];
const RECONNECT_CODES = ["reconnect", "resync"];

/** Returns an HttpAgent class that reconnects; `server` is the server's base URL. */
export function resuming(HttpAgent, server) {
  return class extends HttpAgent {
    run(input) {
      return this.reads(input, () => fetch(this.url, this.requestInit(input)));
    }

    /** For `connectAgent`: the earlier messages of the thread, then its run from the first event. */
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
            if (frame.event.type === "RUN_ERROR" && RECONNECT_CODES.includes(frame.event.code)) break;
            id = frame.id ?? id;
            // The first frame has no id, so a reconnect after it reads the run from the start.
            const duplicate = started && frame.event.type === "RUN_STARTED";
            started = true;
            if (!duplicate) subscriber.next(frame.event);
            if (FINAL_TYPES.includes(frame.event.type)) return;
          }
        } catch (error) {
          if (error.status < 500 || error.name === "AbortError" || attempt > 120) throw error;
        }
        // The first retry is immediate; later ones give the server time to restart.
        await new Promise((resolve) => setTimeout(resolve, attempt === 0 ? 0 : 500));
      }
    }
  };
}
