// Bundles the page as a development build, and serves it beside CopilotKit's runtime.
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runtime } from '../copilotkit/runtime.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const HTML = `<!doctype html>
<html lang="en">
  <title>House</title>
  <link rel="icon" href="data:," />
  <div id="root"></div>
  <script type="module" src="/app.js"></script>
</html>`;

/** Bundles the page; parts that it never shows, such as diagrams, stay in files that it never loads. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: ['app.tsx'],
    absWorkingDir: HERE,
    bundle: true,
    splitting: true,
    write: false,
    outdir: '/',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxDev: true,
    define: { 'process.env.NODE_ENV': '"development"' },
    // The fonts of formulas.
    loader: { '.ttf': 'empty', '.woff': 'empty', '.woff2': 'empty' },
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}

/**
 * Serves the page on a local port, and below `/copilotkit` the runtime.
 *
 * @param {number} port
 * @param {string} server base URL of the agents' server
 * @param {string[]} agents
 */
export async function serve(port, server, agents) {
  const files = (await bundle()).set('/', HTML);
  const toAgents = runtime(server, agents);
  const pages = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/copilotkit')) {
      toAgents(request, response);
      return;
    }
    const type = extname(pathname) === '.js' ? 'text/javascript' : 'text/html';
    response.writeHead(files.has(pathname) ? 200 : 404, { 'Content-Type': `${type}; charset=utf-8` }).end(files.get(pathname));
  });
  await new Promise((resolve) => pages.listen(port, 'localhost', resolve));
  return {
    close() {
      pages.closeAllConnections();
      return new Promise((resolve) => pages.close(resolve));
    },
  };
}
