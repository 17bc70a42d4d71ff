import { html } from 'lit';

const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  send: 'M5 12h13M12 5l7 7-7 7',
  stop: 'M8 8h8v8H8z',
  attach: 'M20 11.5l-8.2 8.2a5 5 0 0 1-7-7l8.4-8.5a3.3 3.3 0 0 1 4.8 4.7l-8.4 8.5a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6',
  sun: 'M12 4V2M12 22v-2M4 12H2M22 12h-2M6 6L4.6 4.6M19.4 19.4L18 18M18 6l1.4-1.4M4.6 19.4L6 18M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  moon: 'M20 14.5A8.2 8.2 0 0 1 9.5 4 8.2 8.2 0 1 0 20 14.5z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  tool: 'M14.5 6.5a4 4 0 0 1 5-1l-2.8 2.8 1 1L20.500 6.500a4 4 0 0 1-5.300 5.100L8 18.800a1.800 1.800 0 0 1-2.600-2.600l7.200-7.200a4 4 0 0 1 1.900-2.500z',
  done: 'M5 12.5l4.500 4.500L19 7.500',
  failed: 'M12 7v6M12 16.500v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  waiting: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  denied: 'M6 6l12 12M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  thought: 'M9 18h6M10 21h4M8.500 15a6 6 0 1 1 7 0c-.6.500-.8 1-.8 1.500H9.300c0-.5-.2-1-.8-1.500z',
  chevron: 'M9 6l6 6-6 6',
  events: 'M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5',
  key: 'M15 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11.300 12.700L4 20M6.500 17.500l2 2',
};

/** A decorative icon; its meaning is in the text beside it or in its button's label. */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;
}
