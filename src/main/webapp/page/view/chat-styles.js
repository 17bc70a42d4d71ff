import { css } from 'lit';

/** The page layout: two columns, or on a narrow screen one, which the conversation list overlays. */
export const chatStyles = css`
  :host { display: block; height: 100%; }
  .skip { position: fixed; z-index: 9; top: 0.5rem; left: 0.5rem; padding: 0.5em 1em; border-radius: 10px; background: var(--accent); color: var(--accent-ink); transform: translateY(-200%); }
  .skip:focus { transform: none; }
  .frame { display: grid; grid-template-columns: 18rem minmax(0, 1fr); height: 100%; }
  aside { display: flex; flex-direction: column; min-height: 0; background: var(--raised); border-right: 1px solid var(--line); }
  .brand { display: flex; align-items: center; gap: 0.6em; min-height: 60px; padding: 0.4rem 0.9rem; font-weight: 650; letter-spacing: -0.01em; }
  .brand span { flex: 1; }
  thread-list { flex: 1; }
  main { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr) auto; min-width: 0; min-height: 0; }
  header { display: flex; align-items: center; gap: 0.5rem; min-height: 60px; padding: 0.4rem 0.9rem; border-bottom: 1px solid var(--line); }
  h1 { flex: 1; min-width: 0; margin: 0 0 0 0.3rem; font-size: 1.02rem; font-weight: 620; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  #agent { flex: none; width: auto; max-width: 12rem; padding: 0.25em 0.6em; text-overflow: ellipsis; }
  .link { display: inline-flex; align-items: center; min-height: 30px; padding: 0 0.8em; border-radius: 15px; font-size: 0.84rem; background: var(--warn-soft); color: var(--warn); border: 1px solid var(--warn-line); white-space: nowrap; }
  .middle { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); min-width: 0; min-height: 0; }
  .middle > :last-child { grid-row: 2; }
  .problem { margin: 0.7rem auto 0; width: min(var(--column), calc(100% - 2rem)); }
  .only-narrow, .veil { display: none; }
  @media (max-width: 52rem) {
    .frame { grid-template-columns: minmax(0, 1fr); }
    .only-narrow { display: inline-grid; }
    aside { position: fixed; z-index: 5; inset: 0 auto 0 0; width: min(20rem, 88vw); visibility: hidden; transform: translateX(-102%); transition: transform 0.2s, visibility 0.2s; }
    .menu aside { visibility: visible; transform: none; box-shadow: var(--shadow); }
    .menu .veil { display: block; position: fixed; z-index: 4; inset: 0; background: var(--veil); }
    header { padding-inline: 0.45rem; }
    #agent { max-width: 7rem; }
  }
  @media (prefers-reduced-motion: reduce) { aside { transition: none; } }
`;
