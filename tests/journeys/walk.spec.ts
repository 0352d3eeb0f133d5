import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { languages, languageTag } from '../../src/base/language.ts';
import { overviewTabs } from '../../src/features/overview/filter.ts';
import { viewModes } from '../../src/features/overview/overview-search.ts';
import { procurementStatuses } from '../../src/timeline/document-status.ts';
import { test } from './journey.ts';
import { ask, personPage } from './procurement-people.ts';
import { textFindings } from './text-findings.ts';

/** The windows in which every page is looked at; the texts are looked at in all languages in each of them. */
const windows = [
  { name: 'desk, light', scheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'phone, dark', scheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

test.describe.configure({ timeout: 240_000 });

test('OVW-01 LIST-01 I18N-01 the overview of a buyer on each tab, as list and as table', async ({
  browser,
}) => {
  const views = overviewTabs.flatMap((tab) =>
    viewModes.map((mode) => `/overview?tab=${tab}&viewMode=${mode}`),
  );
  await walk(await personPage(browser, 'buyer'), [...views, '/overview?tab=all&q=gibtesnicht']);
});

test('PROC-01 I18N-01 a new request, and one in each state', async ({ browser }) => {
  const page = await personPage(browser, 'buyer');
  const roots = procurementStatuses.map(
    (status) =>
      `${status}: procurement(where: { status: { _eq: "${status}" } }, limit: 1, order_by: { id: desc }) { id }`,
  );
  const found = await ask<Record<string, { id: number }[]>>('buyer', `{ ${roots.join('\n')} }`);
  const ids = procurementStatuses.flatMap((status) => found[status]?.map(({ id }) => id) ?? []);
  const documents = ids.map((id) => `/procurement/form?id=${id}`);
  const tabs = ['invoices', 'documents'].map((tab) => `/procurement/form?id=${ids.at(-1)}&tab=${tab}`);
  await walk(page, ['/procurement/form', ...documents, ...tabs]);
});

/** Visits every stop and expects nothing to be wrong with it in any window, language and scheme. */
async function walk(page: Page, stops: readonly string[]): Promise<void> {
  const findings: string[] = [];
  let place = '';
  page.on('pageerror', ({ message }) => findings.push(`${place} error: ${message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') findings.push(`${place} console: ${message.text()}`);
  });
  for (const { name, scheme, viewport } of windows) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const stop of stops) {
      place = `${stop} (${name})`;
      await page.goto(stop);
      await settled(page);
      for (const finding of await axeFindings(page)) findings.push(`${place} ${finding}`);
      for (const language of languages) {
        await speak(page, language);
        for (const finding of await textFindings(page)) findings.push(`${place} ${language} ${finding}`);
      }
    }
  }
  await page.context().close();
  expect(findings).toEqual([]);
}

/** In the page itself: it has no frames, and a page beside it for each look takes as long as the look. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes[0]?.html.slice(0, 200)}`);
}

/** Another tab of this browser chose the language; the page follows at once (I18N-02). */
async function speak(page: Page, language: (typeof languages)[number]): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('lang', value);
    window.dispatchEvent(new StorageEvent('storage', { key: 'lang', newValue: value }));
  }, language);
  await page.waitForFunction((tag) => document.documentElement.lang === tag, languageTag(language));
}

/** Everything has arrived: nothing is busy, and nothing has changed for a moment. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], [class*="Skeleton"]') === null,
  );
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(done, 120);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 120);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(done, 3_000);
      }),
  );
}
