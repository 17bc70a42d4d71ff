/**
 * Layout measures of a page, including shadow roots. Each returns a list of problems; this one finds overflow.
 *
 * @param {import('playwright-core').Page} page
 */
export function overflows(page) {
  return page.evaluate(() => {
    const wrong = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
      wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
    }
    const walk = (root, within) => {
      for (const element of root.children) {
        const style = getComputedStyle(element);
        if (style.display === 'none' || style.visibility === 'hidden' || style.clipPath !== 'none') {
          continue;
        }
        const box = element.getBoundingClientRect();
        if (!within && box.width > 0 && box.bottom > 0 && (box.right > width + 1 || box.left < -1)) {
          wrong.push(`${element.localName}.${element.className} from ${box.left} to ${box.right}`);
        }
        const scrolls = within || (['auto', 'scroll', 'hidden'].includes(style.overflowX) && element.localName !== 'body' && !element.classList.contains('scroll'));
        const children = element.localName === 'slot' ? null : (element.shadowRoot ?? element);
        if (children && element.namespaceURI === 'http://www.w3.org/1999/xhtml') {
          walk(children, scrolls);
        }
      }
    };
    walk(document.body, false);
    return wrong;
  });
}

/** Texts whose contrast with their background is below WCAG AA. */
export function contrasts(page) {
  return page.evaluate(() => {
    const parse = (color) => {
      const canvas = (window.measuring ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return { r, g, b, a: a / 255 };
    };
    const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
    const light = ({ r, g, b }) => {
      const [x, y, z] = [r, g, b].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const parent = (element) => element.parentElement ?? element.getRootNode().host ?? null;
    const background = (element) => {
      const layers = [];
      for (let each = element; each; each = parent(each)) {
        const color = parse(getComputedStyle(each).backgroundColor);
        layers.unshift(color);
        if (color.a === 1) {
          break;
        }
      }
      return layers.reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
    };
    const wrong = [];
    const check = (element, words, color) => {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const hidden = box.width < 2 || box.height < 2 || style.visibility === 'hidden' || style.clipPath !== 'none';
      if (hidden || element.closest('button:disabled')) {
        return;
      }
      let opacity = 1;
      for (let each = element; each; each = parent(each)) {
        opacity *= Number(getComputedStyle(each).opacity);
      }
      const behind = background(element);
      const front = parse(color ?? style.color);
      const shown = over({ ...front, a: front.a * opacity }, behind);
      const [low, high] = [light(shown), light(behind)].sort((a, b) => a - b);
      const ratio = (high + 0.05) / (low + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) {
        wrong.push(`${ratio.toFixed(2)} of "${words.trim().slice(0, 40)}" in ${element.localName}.${element.className}`);
      }
    };
    const walk = (root) => {
      for (const node of root.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && node.textContent.trim() && root.nodeType === Node.ELEMENT_NODE && !['style', 'script', 'noscript', 'option'].includes(root.localName)) {
          check(root, node.textContent);
        }
        if (node.nodeType === Node.ELEMENT_NODE && getComputedStyle(node).display !== 'none') {
          if (node.placeholder) {
            check(node, node.placeholder, getComputedStyle(node, '::placeholder').color);
          }
          walk(node.shadowRoot ?? node);
        }
      }
    };
    walk(document.body);
    return wrong;
  });
}

/** Buttons, links and fields smaller than 24 pixels (WCAG 2.5.8), except for links within a text. */
export function smallTargets(page) {
  return page.evaluate(() => {
    const wrong = [];
    const walk = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.matches('button, select, input:not([hidden]), textarea, summary, a[href]')) {
          const box = element.getBoundingClientRect();
          const style = getComputedStyle(element);
          const inText = element.localName === 'a' && style.display === 'inline';
          const inList = element.localName === 'summary' && element.closest('td');
          if (box.width > 0 && style.visibility !== 'hidden' && !inText && !inList && (box.width < 24 || box.height < 24)) {
            wrong.push(`${element.localName} "${element.textContent.trim().slice(0, 30)}" is ${box.width} × ${box.height}`);
          }
        }
        if (element.shadowRoot) {
          walk(element.shadowRoot);
        }
      }
    };
    walk(document);
    return wrong;
  });
}
