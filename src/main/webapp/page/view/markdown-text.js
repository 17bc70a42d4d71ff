import { LitElement, css } from 'lit';
import { blocksOf, rendered } from './markdown.js';
import { copied } from './clipboard.js';

/** Markdown that may still be streaming: only changed blocks are rendered again. */
export class MarkdownText extends LitElement {
  static properties = { text: {}, streaming: { type: Boolean, reflect: true } };

  static styles = css`
    :host { display: block; overflow-wrap: anywhere; }
    .block > :first-child { margin-top: 0; }
    .block > :last-child { margin-bottom: 0; }
    .block + .block { margin-top: 0.75em; }
    h3, h4, h5, h6 { margin: 1.1em 0 0.3em; line-height: 1.3; font-size: 1.05em; }
    h3 { font-size: 1.2em; }
    ul, ol { padding-left: 1.4em; margin: 0.4em 0; }
    li + li { margin-top: 0.2em; }
    li > p { margin: 0.3em 0; }
    a { color: var(--accent-text); text-underline-offset: 0.15em; }
    code { font: 0.88em/1.5 var(--mono); background: var(--sunk); border-radius: 5px; padding: 0.1em 0.35em; }
    pre { margin: 0; padding: 0.2em 1em 0.9em; overflow-x: auto; border-radius: 0 0 10px 10px; }
    pre code { padding: 0; background: none; white-space: pre; overflow-wrap: normal; }
    .code { display: grid; grid-template-columns: minmax(0, 1fr); background: var(--sunk); border: 1px solid var(--line); border-radius: 10px; }
    .code button { justify-self: end; margin: 0.2em 0.3em 0; font: 0.78rem/1 var(--sans); padding: 0.4em 0.6em; min-height: 28px;
      color: var(--muted); background: none; border: 0; border-radius: 7px; cursor: pointer; }
    .code button:hover { color: var(--ink); background: var(--surface); }
    a:focus-visible, pre:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    blockquote { margin: 0; padding: 0.1em 0 0.1em 1em; border-left: 3px solid var(--line-strong); color: var(--muted); }
    blockquote > :first-child { margin-top: 0.3em; } blockquote > :last-child { margin-bottom: 0.3em; }
    a:not([href]) { color: inherit; text-decoration: none; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; font-size: 0.94em; }
    th, td { border: 1px solid var(--line); padding: 0.35em 0.7em; text-align: left; overflow-wrap: normal; }
    th { background: var(--sunk); }
    hr { border: 0; border-top: 1px solid var(--line); }
    img { max-width: 100%; max-height: 24rem; border-radius: 10px; }
    :host([streaming]) .block:last-child > p:last-child::after { content: ""; display: inline-block; width: 0.5em; height: 1em;
      margin-left: 0.15em; vertical-align: -0.12em; border-radius: 2px; background: var(--accent); animation: blink 1.1s steps(2) infinite; }
    @keyframes blink { 50% { opacity: 0; } }
    @media (prefers-reduced-motion: reduce) { :host([streaming]) .block:last-child > p:last-child::after { animation: none; } }
  `;

  #shown = [];

  render() {
    const blocks = blocksOf(this.text ?? '');
    this.#shown = blocks.map((block, at) => {
      const before = this.#shown[at];
      return before?.raw === block.raw ? before : { raw: block.raw, node: this.#node(block) };
    });
    return this.#shown.map(({ node }) => node);
  }

  #node(block) {
    const node = document.createElement('div');
    node.className = 'block';
    node.append(rendered(block));
    for (const table of node.querySelectorAll('table')) {
      const scroll = document.createElement('div');
      scroll.className = 'scroll';
      table.replaceWith(scroll);
      scroll.append(table);
    }
    for (const pre of node.querySelectorAll('pre')) {
      const frame = document.createElement('div');
      frame.className = 'code';
      pre.replaceWith(frame);
      frame.append(copyButton(() => pre.textContent), pre);
    }
    return node;
  }
}

function copyButton(text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    button.textContent = (await copied(text())) ? 'Copied' : 'Select the text to copy';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  return button;
}

customElements.define('markdown-text', MarkdownText);
