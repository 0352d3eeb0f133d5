import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { texts } from './procurement-people.ts';
import {
  bringBack,
  cartsOf,
  expectClosed,
  goShopping,
  openDraft,
  pendingOf,
  reported,
  withOwnShops,
} from './punchout-shops.ts';

const t = texts('de');
const shops = withOwnShops();

/** Sends a shop's cart with that many items, without its window: the form detects it automatically. */
async function bringMany(count: number): Promise<void> {
  const visit = [...shops().sandbox.visits.values()].at(-1);
  if (visit === undefined) throw new Error('no person reached the shop');
  const item = (index: number) =>
    Object.entries({
      DESCRIPTION: `Artikel ${index}`,
      QUANTITY: '1',
      UNIT: 'C62',
      PRICE: '1.00',
      CURRENCY: 'EUR',
    }).map(([name, value]) => [`NEW_ITEM-${name}[${index}]`, value]);
  const body = new URLSearchParams(Array.from({ length: count }, (_, place) => item(place + 1)).flat());
  expect((await fetch(visit.hookUrl, { method: 'POST', body })).status).toBe(200);
}

test(
  'PUN-07 two thousand items are listed, browsed by keyboard, and all added',
  deep,
  async ({ browser }) => {
    const { page } = await openDraft(browser, 'Sehr viele Artikel');
    const { oci } = shops();
    const shop = await goShopping(page, oci);
    await expect(cartsOf(page)).toContainText(t('punchout.at_shop'));
    const bodies: string[] = [];
    page.on('response', async (response) => {
      if (/\/punchout\/carts\/\d+$/.test(response.url())) bodies.push(await response.text());
    });
    await bringMany(2000);
    await shop.close();
    const show = cartsOf(page).getByRole('button', {
      name: reported('punchout.show_other', { count: '2.000' }),
    });
    await expect(show).toBeVisible();
    // The polling answers contain only their number, not the items.
    expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThan(1000);

    const pending = pendingOf(page, oci);
    const rows = pending.getByRole('listitem');
    await show.click();
    await expect(pending.getByRole('button', { name: t('punchout.add_all') })).toBeFocused();
    await expect(rows.first()).toHaveAttribute('aria-setsize', '2000');
    expect(await rows.count()).toBeLessThan(120);
    await expectAccessible(page);

    await test.step('the tab key reaches the end of the list', async () => {
      const nth = (index: number) =>
        pending.getByRole('button', { name: `Übernehmen: Artikel ${index}`, exact: true });
      await nth(1).focus();
      for (let index = 1; index <= 80; index += 1) {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        if (index % 10 === 0) await expect(nth(index + 1)).toBeFocused();
      }
      await expect(nth(81)).toBeInViewport();
      expect(await rows.count()).toBeLessThan(120);
      await page.keyboard.press('Enter');
      await expect(rows.first()).toHaveAttribute('aria-setsize', '1999');
      // The focus moves to the item that took its place.
      await expect(nth(82)).toBeFocused();
    });

    await test.step('the end is reached, and the focus stays in the list although its row is no longer drawn', async () => {
      const list = pending.getByRole('list');
      await list.evaluate((each) => each.scrollTo(0, each.scrollHeight));
      await expect(
        pending.getByRole('button', { name: 'Übernehmen: Artikel 2000', exact: true }),
      ).toBeInViewport();
      await expect(list).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(list.locator(':focus')).toHaveCount(1);
    });

    await test.step('as many as the request allows are added at once; the others wait', async () => {
      await pending.getByRole('button', { name: t('punchout.add_all') }).click();
      await expect(rows.first()).toHaveAttribute('aria-setsize', '1501');
      await expect(pending.getByRole('button', { name: t('punchout.add_all') })).toBeDisabled();
      await page.keyboard.press('Escape');
      await expect(pending).toHaveCount(0);
    });
  },
);

test('PUN-03 a cart that returns before the form has read it is still shown', deep, async ({ browser }) => {
  const { page } = await openDraft(browser, 'Schneller als die Liste');
  const { cxml } = shops();
  const waiting: (() => Promise<void>)[] = [];
  let isOpen = false;
  await page.route(/\/api\/punchout\/carts\/\d+$/, async (route) => {
    if (isOpen) return await route.continue();
    waiting.push(() => route.continue().catch(() => undefined));
  });
  const shop = await goShopping(page, cxml);
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  const before = waiting.length;
  await bringBack(shop, { 'Kugelschreiber blau': 3 });
  // The form asks again, because the earlier answer may be outdated.
  await expect.poll(() => waiting.length).toBeGreaterThan(before);
  isOpen = true;
  for (const go of waiting) await go();
  await expectClosed(page.context(), shop);
  await expect(pendingOf(page, cxml).getByRole('listitem')).toHaveCount(1);
});
