import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/**
 * Renders Markdown as DOM nodes without active content. HTML in the text is shown as text, and the output passes
 * through DOMPurify, which returns nodes, so that no other code turns text into HTML. Images of other servers become
 * links, because loading one would tell that server who reads the conversation.
 */
const ALLOWED = {
  ALLOWED_TAGS:
    'a b blockquote br code del em h3 h4 h5 h6 hr i img li ol p pre strong sub sup table tbody td th thead tr ul'.split(' '),
  ALLOWED_ATTR: ['href', 'title', 'alt', 'src', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);base64,)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i;
const LINK = /^(?:https?|mailto):/i;

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escaped(text),
    heading({ tokens, depth }) {
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    image({ href, text }) {
      if (INLINE_IMAGE.test(href)) {
        return `<img src="${escaped(href)}" alt="${escaped(text)}">`;
      }
      return `<a href="${escaped(href)}">${escaped(text ? `Image: ${text}` : 'Image')}</a>`;
    },
  },
});

const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A') {
    if (LINK.test(node.getAttribute('href') ?? '')) {
      node.setAttribute('target', '_blank');
      node.setAttribute('rel', 'noopener noreferrer nofollow');
    } else {
      node.removeAttribute('href');
    }
  }
  if (node.nodeName === 'IMG' && !INLINE_IMAGE.test(node.getAttribute('src') ?? '')) {
    node.remove();
  }
  if (node.nodeName === 'PRE') {
    node.setAttribute('tabindex', '0');
  }
});

function escaped(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Splits a text into blocks, such as paragraphs and tables, each with its source. While a text is streaming, only its
 * last block changes.
 *
 * @param {string} text
 * @returns {{raw: string, token: object}[]}
 */
export function blocksOf(text) {
  return marked
    .lexer(text)
    .filter((token) => token.type !== 'space')
    .map((token) => ({ raw: token.raw, token }));
}

/** Renders a block. @returns {DocumentFragment} */
export function rendered({ token }) {
  return purifier.sanitize(marked.parser([token]), ALLOWED);
}
