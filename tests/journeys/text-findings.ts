import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** The first parts of all text keys; a text that begins with one of them is an untranslated key. */
const families = Object.keys(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../locales/de.json'), 'utf8')) as object,
);

/** The text problems of the visible page: missing texts, and truncated ones. Empty without problems. */
export async function textFindings(page: Page): Promise<readonly string[]> {
  return await page.evaluate(findInTexts, families);
}

/** Runs in the page. */
function findInTexts(keyFamilies: readonly string[]): string[] {
  const findings = new Set<string>();
  const keyLike = new RegExp(String.raw`(?<![\w@./-])(${keyFamilies.join('|')})\.[a-z][\w-]*(\.[\w-]+)*`);
  const broken = /\bundefined\b|\bNaN\b|\{\{|\}\}|\[object /;
  const shown = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 60);

  const checkWords = (text: string, where: string): void => {
    const found = keyLike.exec(text) ?? broken.exec(text);
    if (found !== null) findings.add(`missing text ${where}: "${shown(text)}"`);
  };

  /** Screen-reader texts and practically invisible elements are not laid out. */
  const isLaidOut = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };

  /** A box that clips its content, and the next one around it. */
  interface Clip {
    readonly box: Element;
    readonly left: number;
    readonly right: number;
    readonly isEllipsis: boolean;
    readonly around: Clip | 'scrolls' | null;
  }

  /** Cached, because hundreds of texts are in the same boxes. */
  const known = new Map<Element | null, Clip | 'scrolls' | null>([[null, null]]);
  const clipAround = (box: Element | null): Clip | 'scrolls' | null => {
    const present = known.get(box);
    if (present !== undefined || box === null) return present ?? null;
    const found = clipOf(box);
    known.set(box, found);
    return found;
  };
  const clipOf = (box: Element): Clip | 'scrolls' | null => {
    const style = getComputedStyle(box);
    if (style.clipPath !== 'none' || style.clip !== 'auto') return 'scrolls';
    if (style.display === 'inline') return clipAround(box.parentElement);
    if (style.overflowX === 'auto' || style.overflowX === 'scroll') return 'scrolls';
    if (style.overflowX === 'visible') return clipAround(box.parentElement);
    const { left, right } = box.getBoundingClientRect();
    const around = clipAround(box.parentElement);
    return { box, left, right, isEllipsis: style.textOverflow === 'ellipsis', around };
  };

  /** How the text is cut off, or null: by a clipping box, or by the edge of the window. */
  const cutOf = (text: Range, parent: Element): string | null => {
    const { left, right } = text.getBoundingClientRect();
    let clip = clipAround(parent);
    for (; clip !== null && clip !== 'scrolls'; clip = clip.around) {
      if (right <= clip.right + 1 && left >= clip.left - 1) continue;
      return clip.isEllipsis ? null : `by ${clip.box.tagName.toLowerCase()}.${clip.box.className}`;
    }
    return clip === null && right > document.documentElement.clientWidth + 1 ? 'by the window' : null;
  };

  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.nodeValue ?? '';
    // The content of a field scrolls with the caret.
    if (parent === null || text.trim() === '' || /^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA)$/.test(parent.tagName))
      continue;
    checkWords(text, 'on the page');
    if (!isLaidOut(parent)) continue;
    range.selectNodeContents(node);
    const cut = cutOf(range, parent);
    if (cut !== null) findings.add(`cut ${cut}: "${shown(text)}"`);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      checkWords(element.getAttribute(name) ?? '', `in ${name}`);
  checkWords(document.title, 'in the title');

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) findings.add(`the page is ${scrollWidth - clientWidth} px too wide`);
  return [...findings];
}
