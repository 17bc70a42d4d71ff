import { css } from 'lit';

/** Styles that all components share. */
export const shared = css`
  *, ::before, ::after { box-sizing: border-box; }
  [hidden] { display: none !important; }
  .icon { width: 1.25em; height: 1.25em; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; flex: none; }
  button, select, input, textarea { font: inherit; color: inherit; }
  button { cursor: pointer; }
  button:disabled { cursor: default; opacity: 0.55; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  .button { display: inline-flex; align-items: center; justify-content: center; gap: 0.45em; min-height: 40px; padding: 0.4em 1em;
    background: var(--surface); color: var(--ink); border: 1px solid var(--line-strong); border-radius: 10px; font-weight: 550; }
  .button:hover:not(:disabled) { background: var(--sunk); }
  .button.primary { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); }
  .button.primary:hover:not(:disabled) { filter: brightness(1.08); background: var(--accent); }
  .button.bad { color: var(--bad); border-color: var(--bad); }
  .round { display: inline-grid; place-items: center; width: 40px; height: 40px; padding: 0; border: 0; border-radius: 50%; background: none; color: var(--muted); flex: none; }
  .round:hover:not(:disabled) { background: var(--sunk); color: var(--ink); }
  .quiet { display: inline-flex; align-items: center; gap: 0.35em; min-height: 28px; padding: 0.1em 0.5em; border: 0; border-radius: 8px; background: none; color: var(--muted); font-size: 0.84rem; }
  .quiet:hover { background: var(--sunk); color: var(--ink); }
  .field { width: 100%; min-height: 40px; padding: 0.5em 0.75em; background: var(--surface); border: 1px solid var(--line-strong); border-radius: 10px; }
  .field[aria-invalid="true"] { border-color: var(--bad); }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .code { margin: 0; padding: 0.65em 0.85em; font: 0.84rem/1.5 var(--mono); background: var(--sunk); border-radius: 9px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow: auto; }
  ::placeholder { color: var(--muted); opacity: 1; }
  .label { font-size: 0.8rem; font-weight: 600; color: var(--muted); margin: 0 0 0.25em; }
  .problem { color: var(--bad); font-size: 0.9rem; }
`;
