import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** The first parts of all keys of texts; a text that begins like one of them is a key nobody has translated. */
const families = Object.keys(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../locales/de.json'), 'utf8')) as object,
);

/** What a look at the texts of the page in view finds: missing ones, and those that are cut off. Empty is well. */
export async function textFindings(page: Page): Promise<readonly string[]> {
  return await page.evaluate(findInTexts, families);
}

/** Runs in the page. */
function findInTexts(known: readonly string[]): string[] {
  const findings = new Set<string>();
  const keyLike = new RegExp(String.raw`(?<![\w@./-])(${known.join('|')})\.[a-z][\w-]*(\.[\w-]+)*`);
  const broken = /\bundefined\b|\bNaN\b|\{\{|\}\}|\[object /;
  const shown = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 60);

  const checkWords = (text: string, where: string): void => {
    const found = keyLike.exec(text) ?? broken.exec(text);
    if (found !== null) findings.add(`missing text ${where}: "${shown(text)}"`);
  };

  /** What only screen readers get, and what is as good as invisible, takes part in no layout. */
  const isLaidOut = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };

  /** The way the text is cut off, or null: by a box that clips, or by the edge of the window. */
  const cutOf = (text: Range, parent: Element): string | null => {
    const { left, right } = text.getBoundingClientRect();
    for (let box: Element | null = parent; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath !== 'none' || style.clip !== 'auto') return null;
      if (style.display === 'inline') continue;
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return null;
      if (style.overflowX === 'visible') continue;
      const edges = box.getBoundingClientRect();
      if (right <= edges.right + 1 && left >= edges.left - 1) continue;
      return style.textOverflow === 'ellipsis' ? null : `by ${box.tagName.toLowerCase()}.${box.className}`;
    }
    return right > document.documentElement.clientWidth + 1 ? 'by the window' : null;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.nodeValue ?? '';
    if (parent === null || text.trim() === '' || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) continue;
    checkWords(text, 'on the page');
    if (!isLaidOut(parent)) continue;
    const range = document.createRange();
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
