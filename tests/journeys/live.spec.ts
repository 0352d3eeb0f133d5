import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { expectWithin, stopTime, takeTime } from './page-time.ts';
import { createRequest, type Person, personPage, runAction, texts } from './procurement-people.ts';

const t = texts('de');
/** The time limit for changes by others to appear, in milliseconds; polling every few seconds would be too slow. */
const soon = 2_000;

let opened: Page[] = [];
test.afterEach(async () => {
  for (const page of opened) await page.context().close();
  opened = [];
});

/** A window of the person at an address, once it receives changes. */
async function livePage(browser: Browser, person: Person, address: string): Promise<Page> {
  const page = await personPage(browser, person);
  opened.push(page);
  await takeTime(page);
  const stream = page.waitForResponse('**/api/live');
  await page.goto(address);
  expect((await stream).status()).toBe(200);
  return page;
}

function timeline(page: Page): Locator {
  return page.getByRole('complementary', { name: t('timeline.title') });
}

async function expectComment(page: Page, text: string): Promise<void> {
  await expectWithin(page, soon, timeline(page).getByText(text));
}

test('API-42, LOCK-01 changes by one person appear in other windows at once', async ({ browser }) => {
  const name = `Messuhr ${Date.now()}`;
  const id = await createRequest(browser, name);
  const address = `/procurement/form?id=${id}`;
  const approver = await livePage(browser, 'approver1', address);
  const requester = await livePage(browser, 'requester', address);
  const buyer = await livePage(browser, 'buyer', '/overview');
  await expect(timeline(approver)).toBeVisible();
  await expect(timeline(requester)).toBeVisible();
  await expect(buyer.getByRole('tab', { name: t('overview.tab.tasks') })).toBeVisible();
  await expect(buyer.getByText(name)).toHaveCount(0);

  await stopTime(approver);
  await stopTime(buyer);
  await requester.getByRole('textbox', { name: t('timeline.comment_box.label') }).fill('Bitte bis Freitag.');
  await requester.getByRole('button', { name: t('timeline.comment_box.send') }).click();
  await expectComment(approver, 'Bitte bis Freitag.');
  // Comments appear directly; only changes of substance need to be acknowledged.
  await expect(approver.getByText(t('document.changed.acknowledge'))).toHaveCount(0);

  await stopTime(requester);
  await runAction('approver1', id, 'approve', { comment: 'Passt.' });
  await expectComment(requester, 'Passt.');
  await expectWithin(buyer, soon, buyer.getByText(name).first());
});

test('API-42 one tab holds the stream for all, and another takes over', deep, async ({ browser }) => {
  const id = await createRequest(browser, 'Ein Fenster, zwei Reiter');
  const address = `/procurement/form?id=${id}`;
  const first = await livePage(browser, 'requester', address);
  const streams: string[] = [];
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams.push(request.url());
  });
  const second = await first.context().newPage();
  await takeTime(second);
  await second.goto(address);
  await expect(timeline(second)).toBeVisible();
  await stopTime(first);
  await stopTime(second);
  await runAction('approver1', id, 'comment', { comment: 'Für beide Reiter.' });
  await expectComment(first, 'Für beide Reiter.');
  await expectComment(second, 'Für beide Reiter.');
  expect(streams).toEqual([]);

  await second.clock.resume();
  const taken = second.waitForResponse('**/api/live');
  await first.close();
  expect((await taken).status()).toBe(200);
  await stopTime(second);
  await runAction('approver1', id, 'comment', { comment: 'Nur noch einer.' });
  await expectComment(second, 'Nur noch einer.');
});

test('without the stream the page polls for changes', deep, async ({ browser }) => {
  const id = await createRequest(browser, 'Ohne Strom');
  const page = await personPage(browser, 'requester');
  opened.push(page);
  await page.route('**/api/live', (route) => route.abort());
  await page.goto(`/procurement/form?id=${id}`);
  await expect(timeline(page)).toBeVisible();
  await runAction('approver1', id, 'comment', { comment: 'Kommt etwas später.' });
  await expect(timeline(page).getByText('Kommt etwas später.')).toBeVisible();
});
