import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { logIn, personPage, texts } from './procurement-people.ts';
import {
  bringBack,
  cartsOf,
  expectClosed,
  goShopping,
  inLine,
  isAsLoaded,
  openDraft,
  pendingOf,
  reported,
  withOwnShops,
} from './punchout-shops.ts';
import { choose, field } from './request-page.ts';

const t = texts('de');
const shops = withOwnShops();

test(
  'PROC-26 a cart is moved to another marketplace after a confirmation, and is removed at the first one',
  deep,
  async ({ browser }) => {
    const { page } = await openDraft(browser, 'Doch woanders');
    const { cxml, oci } = shops();
    const shop = await goShopping(page, cxml);
    await bringBack(shop, { 'Kugelschreiber blau': 10, 'Schrauben M6x40': 250 });
    await expectClosed(page.context(), shop);
    const pending = pendingOf(page, cxml);
    await pending.getByRole('button', { name: 'Übernehmen: Kugelschreiber blau' }).click();
    await expect(pending.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(inLine(page, 'description', 2)).toHaveValue(/^Kugelschreiber blau/);
    const question = page.getByRole('dialog', { name: t('shell.confirm_title') });
    const change = async (): Promise<void> => {
      await page.getByRole('button', { name: reported('punchout.change_of', { name: cxml }) }).click();
      await page.getByRole('menuitem', { name: oci }).click();
      await expect(question).toContainText(
        reported('error.punchout_marketplace_change', { name: cxml, count: 2 }),
      );
    };

    await test.step('cancelling keeps the cart and its lines', async () => {
      await change();
      await expectAccessible(page);
      await question.getByRole('button', { name: t('shell.cancel') }).click();
      await expect(question).toHaveCount(0);
      await expect(cartsOf(page).getByRole('listitem')).toContainText(cxml);
      await expect(inLine(page, 'description', 2)).toHaveValue(/^Kugelschreiber blau/);
    });

    await test.step('confirming opens the other one, without items of the first', async () => {
      await change();
      await question.getByRole('button', { name: t('punchout.change') }).click();
      await expect(cartsOf(page).getByRole('listitem')).toContainText(oci);
      await expect(cartsOf(page).getByRole('listitem')).toHaveCount(1);
      await expect(inLine(page, 'description', 2)).toHaveCount(0);
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: reported('punchout.redo_of', { name: oci }) }).click();
      const other = await opened;
      await bringBack(other, { 'Kopierpapier A4, 80 g/m²': 5 });
      await expectClosed(page.context(), other);
      await expect(pendingOf(page, oci).getByRole('listitem')).toHaveCount(1);
      expect(await isAsLoaded(page)).toBe(true);
    });
  },
);

test(
  "PUN-01 PUN-02 SET-09 NAV-05 a new marketplace has its provider's defaults and no secret, on desktop and phone",
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const page = await personPage(browser, 'admin');
    const secret = page.getByLabel(t('entity.marketplace.field.secret'));
    const ofMarketplace = (name: string) => field(page, t(`entity.marketplace.field.${name}`));

    await test.step('a new one has no secret, and the provider sets the protocol', async () => {
      await page.goto('/admin/marketplace/form');
      await expect(secret).toBeVisible();
      await expect(secret).not.toHaveAttribute('placeholder');
      await expect(secret).toHaveValue('');
      for (const [provider, protocol, known] of [
        ['Conrad', 'OCI', 'oci'],
        ['Amazon', 'cXML', 'cxml'],
        ['RAJA', 'cXML', 'none'],
      ] as const) {
        await choose(ofMarketplace('provider'), provider);
        await expect(page.getByText(t(`punchout.known.${known}`))).toBeVisible();
        await expect(ofMarketplace('protocol')).toHaveValue(protocol);
      }
      for (const name of ['name', 'country_code', 'supplier_id', 'url', 'identity', 'order_url', 'email'])
        await expect(ofMarketplace(name)).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('a configured one shows that a secret is set, and its place in the administration', async () => {
      await page.goto('/admin/configuration?tab=marketplaces');
      await page.getByRole('link', { name: shops().cxml }).click();
      await expect(secret).toHaveAttribute('placeholder', '********');
      await expect(secret).toHaveValue('');
      const navigation = page.getByRole('navigation', { name: t('admin.title') });
      await expect(navigation.locator('[aria-current]')).toHaveText(t('settings.title'));
    });

    await test.step('on a phone the list of pages names marketplaces', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const pages = page.getByRole('combobox', { name: t('admin.title') });
      await expect(pages.locator('option:checked')).toHaveText(t('entity.marketplace.many'));
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await pages.selectOption(t('settings.title'));
      await expect(page).toHaveURL(/\/admin\/configuration/);
      await expect(pages.locator('option', { hasText: t('entity.marketplace.many') })).toHaveCount(0);
    });
  },
);
