import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');
const root = join(import.meta.dirname, '../..');

interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

test(
  'MOB-01 the manifest names the environment, and its icons and shortcuts open',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/overview');
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await page.request.get(String(address), { headers: { 'accept-language': 'de' } });
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({
      name: `Kontor ${t('shell.environment.dev.name')}`,
      start_url: '/overview',
      display: 'standalone',
    });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    const pictures = [...manifest.icons.map(({ src }) => src), '/icons/apple-touch.png'];
    for (const src of pictures) {
      const picture = await page.request.get(src);
      expect(await picture.body()).toEqual(readFileSync(join(root, 'public', src)));
    }
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
      t('shell.add.order'),
      t('overview.tab.tasks'),
      t('shell.photograph_invoice'),
    ]);
    for (const { url } of manifest.shortcuts) {
      await page.goto(url);
      await expect(page).toHaveURL(new RegExp(`${url}(\\?|$)`));
      await expect(page.locator('#page').getByRole('heading').first()).toBeVisible();
    }
  },
);

test('MOB-01 the icon carries the number of tasks, and none after the logout', deep, async ({ browser }) => {
  const page = await personPage(browser, 'selector');
  await page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) });
  });
  const badge = () => page.evaluate(() => (Reflect.get(window, 'badges') as number[]).at(-1));
  await page.goto('/overview');
  await expect.poll(badge).toBeDefined();
  const named = t('shell.tasks_of').replace('{{count}}', String(await badge()));
  await expect(page.getByRole('link', { name: named })).toBeVisible();
  await page.evaluate(() => (Reflect.get(window, 'badges') as number[]).push(99));
  await page.getByRole('button', { name: new RegExp(t('shell.user_menu').replace('{{name}}', '')) }).click();
  await page.getByRole('menuitem', { name: t('shell.logout') }).click();
  await expect.poll(badge).toBe(0);
});

test(
  'MOB-01 NAV-23 a new version is offered after the next connection, and nothing reloads by itself',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.route('/', async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(/src="\/assets\/[^"]+"/, 'src="/assets/index-later.js"');
      await route.fulfill({ response: answer, body: html });
    });
    // The stream connects, as after a restart of the server.
    await page.route('**/api/live', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'event: open\ndata: {}\n\n' }),
    );
    await page.goto('/overview');
    await expect(page.getByText(t('shell.new_version'))).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: t('shell.chunk_failed.reload') }).click();
    await reloaded;
  },
);
