// Bundles the page of docs/ai-sdk.md as a development build, and serves it.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const GUIDE = new URL('../../../docs/ai-sdk.md', import.meta.url);
const API = 'http://localhost:8080/v1/ai-sdk/chat';

// The content of src/main.tsx in Vite's React template.
const MAIN = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>);
`;

const HTML = `<!doctype html>
<html lang="en">
  <title>Chat</title>
  <link rel="icon" href="data:," />
  <div id="root"></div>
  <script type="module" src="page.js"></script>
</html>`;

/**
 * Bundles the guide's `App` component.
 *
 * @param {string} version of the AI SDK, `6` or `7`
 */
async function bundle(version) {
  const [, app] = (await readFile(GUIDE, 'utf8')).match(/```tsx[^\n]*\n([^]*?)```/) ?? [];
  if (app?.split(API).length !== 2) {
    throw new Error(`docs/ai-sdk.md must have an App that contains ${API} exactly once`);
  }
  const { outputFiles } = await build({
    stdin: { contents: app + MAIN, loader: 'tsx', resolveDir: HERE },
    absWorkingDir: HERE,
    alias: { ai: `ai-${version}`, '@ai-sdk/react': `ai-react-${version}` },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxDev: true,
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  return outputFiles[0].text;
}

/** Serves pages with both versions on a local port. */
export async function serve(port) {
  const bundles = { 6: await bundle('6'), 7: await bundle('7') };
  const pages = [];
  const server = createServer((request, response) => {
    const [, number, file] = request.url.split('?')[0].split('/');
    const type = file ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(file ? pages[number] : HTML);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    /** Adds a page with a client version that posts to `api`, and returns its path. */
    add: (version, api) => `/${pages.push(bundles[version].replace(API, api)) - 1}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
