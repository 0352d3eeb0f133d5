import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isDeep } from '../support/depth.ts';

/** Whether nobody of this run has looked at a view: a seventh of the time of all journeys went into looking again. */
function isFirstLook(view: string): boolean {
  try {
    mkdirSync(join(process.env.KONTOR_JOURNEYS_LOOKS ?? '', createHash('sha256').update(view).digest('hex')));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Expects that the page in view breaks no rule of accessibility, once what changes in this moment has changed. Only the
 * deep form looks at the same view more than once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const view = await page.evaluate(() =>
    [
      location.pathname,
      new URLSearchParams(location.search).get('tab'),
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      // What stands above the page, and what is told on it.
      ...[
        ...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"], [role="alert"]'),
      ].map((part) => `${part.getAttribute('role')} ${part.querySelector('h1, h2')?.textContent ?? ''}`),
      ...[...document.querySelectorAll('main h1, main h2')].map((heading) => heading.tagName),
    ].join('|'),
  );
  if (!isDeep && !isFirstLook(view)) return;
  await expect.poll(() => axeFindings(page)).toEqual([]);
}

/**
 * What is wrong with the page in view, a line for each rule. Found in the page itself: it has no frames, and a page
 * beside it for each look takes as long as the look. So does bringing the rules in, which stay there until the next
 * page. `within` are the elements that are looked at, if not all.
 */
export async function axeFindings(page: Page, within?: string): Promise<readonly string[]> {
  const isThere = await page.evaluate(async () => {
    // What changes its color in this moment has none of its own yet.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document.getAnimations().filter(({ effect }) => {
      const { endTime = 0 } = effect?.getComputedTiming() ?? {};
      return endTime !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
    return 'axe' in window;
  });
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) });
  if (within !== undefined) builder.include(within);
  const { violations } = await builder
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes[0]?.html.slice(0, 200)}`);
}
