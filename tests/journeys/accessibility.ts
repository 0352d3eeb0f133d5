import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isDeep } from '../support/depth.ts';

/** Whether this run has not checked the view yet: repeated checks took a seventh of the time of all journeys. */
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
 * Expects that the visible page breaks no rule of accessibility, once current changes have finished. Only the deep
 * form checks the same view more than once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const view = await page.evaluate(() =>
    [
      location.pathname,
      new URLSearchParams(location.search).get('tab'),
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      // The parts above the page, and its messages.
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
 * The breaches of the visible page, a line for each rule. Evaluated in the page itself: it has no frames, and a
 * separate page would take as long as the check. The rules are injected once and stay until the next page. `within`
 * are the elements to check, if not all.
 */
export async function axeFindings(page: Page, within?: string): Promise<readonly string[]> {
  const isThere = await page.evaluate(async () => {
    // An element in a color transition has no final color yet.
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
