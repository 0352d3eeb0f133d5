import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { shopIdentity, shopSecret } from '../../src/features/punchout/sandbox/access.ts';
import { type ShopSandbox, startShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { test } from './journey.ts';
import { ask, createDraft, logIn, personPage, texts } from './procurement-people.ts';
import { lineField } from './request-page.ts';

const t = texts('de');

/** Marketplaces for the journey's own sandbox, which reports received requests. */
export interface OwnShops {
  readonly sandbox: ShopSandbox;
  readonly cxml: string;
  readonly oci: string;
}

/**
 * A sandbox shop with a marketplace for each protocol, for the journeys of a file; removed and switched off
 * afterwards.
 */
export function withOwnShops(): () => OwnShops {
  let shops: OwnShops;
  let ids: readonly number[];
  test.beforeAll(async ({ browser }) => {
    await logIn(browser, 'admin');
    const sandbox = await startShopSandbox();
    const now = Date.now();
    const [cxml, oci] = [`Regalhaus ${now}`, `Schraubenhof ${now}`];
    ids = [
      await addMarketplace(cxml, { protocol: 'cxml', url: sandbox.cxmlUrl, order_url: sandbox.orderUrl }),
      await addMarketplace(oci, { protocol: 'oci', url: sandbox.ociUrl, email: 'order@shop.example' }),
    ];
    shops = { sandbox, cxml, oci };
  });
  test.afterAll(async () => {
    for (const id of ids ?? []) await changeMarketplace(id, { active: false });
    await shops?.sandbox.close();
  });
  return () => shops;
}

/** A marketplace of the demo; identity and secret match the sandbox. */
export async function addMarketplace(
  name: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { supplier } = await ask<{ supplier: { id: number }[] }>(
    'admin',
    '{ supplier(where: { active: { _eq: true }, email: { _is_null: false } }, order_by: { id: asc }, limit: 1) { id } }',
  );
  const { marketplace } = await ask<{ marketplace: { id: number } }>(
    'admin',
    'mutation ($object: marketplace_insert_input!) { marketplace: insert_marketplace_one(object: $object) { id } }',
    {
      object: {
        ...{ name, provider: 'mercateo', identity: shopIdentity, secret: shopSecret },
        ...{ supplier_id: supplier[0]?.id, ...columns },
      },
    },
  );
  return marketplace.id;
}

export async function changeMarketplace(id: number, set: Readonly<Record<string, unknown>>): Promise<void> {
  await ask(
    'admin',
    'mutation ($id: bigint!, $set: marketplace_set_input!) { update_marketplace_by_pk(pk_columns: { id: $id }, _set: $set) { id } }',
    { id, set },
  );
}

/** Opens a shop by the menu of the request, and returns its window. */
export async function goShopping(page: Page, shop: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Im Marktplatz einkaufen' }).click();
  await page.getByRole('menuitem', { name: shop }).click();
  const window = await opened;
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Waren auswählen');
  return window;
}

/** Fills the shop's basket and returns it. */
export async function bringBack(shop: Page, wanted: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, count] of Object.entries(wanted)) await amountIn(shop, name).fill(String(count));
  await shop.getByRole('button', { name: 'Warenkorb übertragen' }).click();
}

/** The quantity of an article in the basket. */
export const amountIn = (shop: Page, name: string): Locator => shop.getByRole('spinbutton', { name });

/** Waits until the window of a shop has closed itself. */
export async function expectClosed(context: BrowserContext, shop: Page): Promise<void> {
  await expect.poll(() => context.pages().includes(shop)).toBe(false);
}

/** A text with filled placeholders. */
export const reported = (key: string, values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, String(value)), t(key));
/** The part of a request that lists its carts. */
export const cartsOf = (page: Page) => page.getByRole('region', { name: t('punchout.title') });
/** Items brought by a cart of a shop. */
export const pendingOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name: reported('punchout.pending_title', { name }) });
/** A field of a line, by the line's position. */
export const inLine = (page: Page, name: string, position: number) =>
  page.getByRole('textbox', { name: lineField(t, name, position), exact: true });

/** The requester at a draft with one own line; a variable in the window detects a reload. */
export async function openDraft(browser: Browser, name: string): Promise<{ id: number; page: Page }> {
  const id = await createDraft(browser, `${name} ${Date.now()}`, 12);
  const page = await personPage(browser, 'requester');
  await page.goto(`/procurement/form?id=${id}`);
  await expect(cartsOf(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isAsLoaded: true }));
  return { id, page };
}
/** Whether the page has not been reloaded. */
export const isAsLoaded = (page: Page) => page.evaluate(() => 'isAsLoaded' in window);
