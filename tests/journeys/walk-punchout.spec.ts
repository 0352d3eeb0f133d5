import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { createDraft, personPage, texts } from './procurement-people.ts';
import { bringBack, expectClosed, goShopping, withOwnShops } from './punchout-shops.ts';
import { withEveryModule } from './switch-module.ts';
import { walk } from './walk.ts';

const t = texts('de');
withEveryModule();
const shops = withOwnShops();

test('PUN-03 PUN-07 PUN-08 PUN-13 I18N-01 carts of a shop in a request', deep, async ({ browser }) => {
  const id = await createDraft(browser, 'Rundgang im Marktplatz', 12);
  await walk(await personPage(browser, 'requester'), async ({ page, visit, look }) => {
    await visit(`/procurement/form?id=${id}`);
    await page.getByRole('button', { name: t('punchout.shop') }).click();
    await expect(page.getByRole('menuitem', { name: shops().cxml })).toBeVisible();
    await look('the shops');
    await page.keyboard.press('Escape');
    const shop = await goShopping(page, shops().cxml);
    await look('a cart that is filled in the shop');
    await bringBack(shop, { 'Kugelschreiber blau': 10, 'Schrauben M6x40': 250 });
    await expectClosed(page.context(), shop);
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    await look('what a cart has brought');
    await page.getByRole('button', { name: t('punchout.add_all') }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await look('lines that came from a shop');
    await page.getByRole('button', { name: new RegExp(`^${t('punchout.delete')}`) }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('deleting a cart');
  });
});

test(
  'PUN-01 PUN-02 I18N-01 a marketplace of the demo, and the test of its connection',
  deep,
  async ({ browser }) => {
    await walk(await personPage(browser, 'admin'), async ({ page, look, visit }) => {
      await visit('/admin/configuration?tab=marketplaces');
      await page.getByRole('link', { name: 'Sandbox-Shop über cXML' }).click();
      await page.getByRole('button', { name: t('punchout.test.start') }).click();
      await expect(page.getByText(t('punchout.test.works'))).toBeVisible();
      await look('a marketplace');
      await page.getByRole('tab', { name: t('entity.marketplace.tab.details') }).click();
      await look('what a marketplace is called');
      await page.getByRole('tab', { name: t('entity.marketplace.tab.product_groups') }).click();
      await look('the product groups of a marketplace');
    });
  },
);
