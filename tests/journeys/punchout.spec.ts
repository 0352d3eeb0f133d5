import { expect } from '@playwright/test';
import { shopIdentity } from '../../src/features/punchout/sandbox/access.ts';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, documentAs, logIn, personPage, runAction, texts } from './procurement-people.ts';
import {
  addMarketplace,
  amountIn,
  bringBack,
  cartsOf,
  changeMarketplace,
  expectClosed,
  goShopping,
  inLine,
  isAsLoaded,
  openDraft,
  pendingOf,
  reported,
  withOwnShops,
} from './punchout-shops.ts';
import { choose, field, showHead, shownText } from './request-page.ts';
import { requestLinkHere } from './session.ts';

const t = texts('de');
const shops = withOwnShops();

test(
  'PUN-03 PUN-04 PUN-06 PUN-07 PUN-08 PUN-09 PUN-10 TASK-15 a cXML cart arrives in the form, is opened again, and its order reaches the shop',
  deep,
  async ({ browser }) => {
    const { sandbox, cxml } = shops();
    const { id, page } = await openDraft(browser, 'Stifte und Schrauben');
    const pending = pendingOf(page, cxml);

    await test.step('the shops are reached by keyboard, and the form shows the open visit', async () => {
      await page.getByRole('button', { name: t('punchout.shop') }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: cxml })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: t('punchout.shop') })).toBeFocused();
      const shop = await goShopping(page, cxml);
      await expect(cartsOf(page)).toContainText(t('punchout.at_shop'));
      expect(await shop.evaluate(() => window.opener)).toBeNull();
      await expectAccessible(shop);
      await bringBack(shop, { 'Kugelschreiber blau': 10, 'Schrauben M6x40': 250 });
      await expectClosed(page.context(), shop);
    });

    await test.step('the items of the cart wait in the form, which was not reloaded', async () => {
      await expect(pending.getByRole('listitem')).toHaveCount(2);
      await expect(pending.getByRole('listitem').nth(1)).toContainText('30,85');
      await expect(pending.getByRole('button', { name: t('punchout.add_all') })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(pending).toHaveCount(0);
      const show = cartsOf(page).getByRole('button', { name: reported('punchout.show_other', { count: 2 }) });
      await show.click();
      await page.keyboard.press('Escape');
      await expect(show).toBeFocused();
      await show.click();
      await pending.getByRole('button', { name: 'Übernehmen: Kugelschreiber blau' }).click();
      await expect(pending.getByRole('listitem')).toHaveCount(1);
      await pending.getByRole('button', { name: t('punchout.add_all') }).click();
      await expect(pending).toHaveCount(0);
      await expect(inLine(page, 'description', 3)).toHaveValue('Schrauben M6x40, Stahl verzinkt');
      expect(await isAsLoaded(page)).toBe(true);
    });

    await test.step('TASK-15 items from the shop are read-only, except for their booking', async () => {
      await expect(inLine(page, 'description', 2)).toBeDisabled();
      await expect(inLine(page, 'quantity', 2)).toBeDisabled();
      await expect(inLine(page, 'description', 1)).toBeEnabled();
      const allFields = page.getByRole('switch', { name: t('document.line.all_fields') });
      await allFields.check();
      const ofShop = (name: string) => field(page, t(`field.${name}`)).last();
      for (const name of ['cost_center_id', 'ledger_account_id', 'product_group_id'])
        await expect(ofShop(name)).toBeEnabled();
      for (const name of ['offer_number', 'webshop_url', 'image_url'])
        await expect(ofShop(name)).toBeDisabled();
      await expectAccessible(page);
      await allFields.uncheck();
    });

    await test.step('the cart is opened again in the shop, and its new items replace its lines', async () => {
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: reported('punchout.redo_of', { name: cxml }) }).click();
      const shop = await opened;
      await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Warenkorb ändern');
      await expect(amountIn(shop, 'Kugelschreiber blau')).toHaveValue('10');
      await bringBack(shop, { 'Kugelschreiber blau': 20, 'Schrauben M6x40': 0 });
      await expectClosed(page.context(), shop);
      await pending.getByRole('button', { name: t('punchout.add_all') }).click();
      await expect(pending).toHaveCount(0);
      await expect(inLine(page, 'quantity', 2)).toHaveValue('20');
      await expect(inLine(page, 'description', 3)).toHaveCount(0);
      expect(await isAsLoaded(page)).toBe(true);
    });

    await runAction('requester', id, 'submit', {});
    await runAction('approver1', id, 'approve', {});
    const buyer = await personPage(browser, 'buyer');
    const orders = buyer.getByRole('region', { name: t('procurement.order.title') });

    await test.step('the order dialog names the shop, and the shop receives the order', async () => {
      await buyer.goto(`/procurement/form?id=${id}`);
      const block = orders.getByRole('listitem').filter({ hasText: cxml });
      const send = block.getByRole('button', { name: new RegExp(`^${t('procurement.order.send.order')}`) });
      // Not the icon of mailed letters.
      await expect(send.locator('svg')).toHaveClass(/building-store/);
      await send.click();
      const dialog = buyer.getByRole('dialog');
      await expect(dialog).toContainText(`${cxml}, ${new URL(sandbox.url).host}`);
      await expect(dialog.getByRole('textbox')).toHaveCount(0);
      await expectAccessible(buyer);
      await dialog.getByRole('button', { name: t('procurement.order.send.order') }).click();
      await expect(block.getByText(t('procurement.order_state.sent')).first()).toBeVisible();
      await expect(block).toContainText(t('procurement.order.to_shop'));
      await expectAccessible(buyer);
      const { timeline } = await documentAs('buyer', id);
      expect(timeline.timeline_entries.map(({ type }) => type)).toContain('order-sent-punchout');
      const { lines = [] } = sandbox.orders.at(-1) ?? {};
      expect(lines).toMatchObject([{ item: 'KUG-100', quantity: '20' }]);
      await buyer
        .context()
        .newPage()
        .then(async (shop) => {
          await shop.goto(sandbox.url);
          await expect(shop.getByRole('list', { name: 'Bestellungen' })).toContainText('20 × KUG-100');
          await expectAccessible(shop);
        });
    });

    await test.step('the log shows the messages without secrets', async () => {
      await cartsOf(buyer)
        .getByRole('button', { name: reported('punchout.log_of', { name: cxml }) })
        .click();
      const log = buyer.getByRole('dialog', { name: reported('punchout.log_title', { name: cxml }) });
      await expect(log.getByRole('listitem')).toHaveCount(5);
      const last = log.getByRole('listitem').first();
      await expect(last).toContainText(`POST ${sandbox.orderUrl}`);
      await last.getByText(t('punchout.log_header')).click();
      await expect(last.locator('pre').first()).toContainText('content-type');
      await last.getByText(t('punchout.log_response')).click();
      await expect(last.locator('pre').last()).toContainText('<Status code="200"');
      await log.getByText(t('punchout.log_request')).first().click();
      await expect(log.getByText('OrderRequest').first()).toBeVisible();
      await expect(log).not.toContainText('sandbox-secret');
      await expectAccessible(buyer);
      await buyer.keyboard.press('Escape');
      await expect(cartsOf(buyer).getByRole('button')).toBeFocused();
    });
  },
);

test(
  'PUN-05 PUN-06 PUN-07 an OCI cart arrives in an unsaved request, and is deleted',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin', 'requester');
    const page = await personPage(browser, 'requester');
    // The demo's marketplace after `npm start`.
    const oci = 'Sandbox-Shop über OCI';
    await page.goto('/procurement/form');
    await field(page, t('field.name')).fill(`Stühle ${Date.now()}`);
    await showHead(page, t);
    await choose(field(page, t('field.ledger_account_id')), '4980');
    await page.evaluate(() => Object.assign(window, { isAsLoaded: true }));
    const shop = await goShopping(page, oci);
    await bringBack(shop, { 'Bürostuhl „Köln“': 2, 'Kopierpapier A4, 80 g/m²': 5 });
    await expectClosed(page.context(), shop);
    const pending = pendingOf(page, oci);
    await expect(pending.getByRole('listitem')).toHaveCount(2);
    await pending.getByRole('button', { name: /^Entfernen: Kopierpapier/ }).click();
    await expect(pending.getByRole('listitem')).toHaveCount(1);
    await pending.getByRole('button', { name: t('punchout.add_all') }).click();
    const typed = () =>
      page.getByRole('textbox').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    await expect.poll(typed).toContainEqual(expect.stringMatching(/^Bürostuhl „Köln“/));
    expect(await isAsLoaded(page)).toBe(true);
    await page.getByRole('button', { name: reported('punchout.delete_of', { name: oci }) }).click();
    const question = page.getByRole('dialog', { name: reported('punchout.delete_title', { name: oci }) });
    await expectAccessible(page);
    await question.getByRole('button', { name: t('punchout.delete') }).click();
    await expect(cartsOf(page).getByRole('list')).toHaveCount(0);
  },
);

test(
  'PUN-03 ERR-10 a window blocked by the browser is reported, and nothing has started',
  deep,
  async ({ browser }) => {
    const { id, page } = await openDraft(browser, 'Blockiert');
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await page.getByRole('button', { name: t('punchout.shop') }).click();
    await page.getByRole('menuitem', { name: shops().cxml }).click();
    const warning = page.getByRole('dialog');
    await expect(warning).toContainText(t('error.punchout_popup_blocked'));
    await expectAccessible(page);
    await warning.getByRole('button', { name: t('punchout.blocked_done') }).click();
    await expect(page.getByRole('button', { name: t('punchout.shop') })).toBeFocused();
    const { carts } = await ask<{ carts: unknown[] }>(
      'requester',
      'query ($id: bigint!) { carts: punchout_cart(where: { procurement_id: { _eq: $id } }) { id } }',
      { id },
    );
    expect(carts).toEqual([]);
  },
);

test(
  'AUTH-25 PUN-14 a person whose session ended in the shop logs in and finds the cart',
  deep,
  async ({ browser }) => {
    const { id, page } = await openDraft(browser, 'Abgelaufen');
    const inDemo = 'Sandbox-Shop über cXML';
    const shop = await goShopping(page, inDemo);
    await page.evaluate(() => {
      localStorage.setItem('token', 'broken');
      localStorage.setItem('refreshToken', 'broken');
    });
    await bringBack(shop, { 'Kugelschreiber blau': 3 });
    await expect(shop).toHaveURL(/\/login\?punchout=/);
    await expect(shop.getByRole('status').first()).toContainText(t('login.punchout'));
    await expectAccessible(shop);
    await shop.goto(await requestLinkHere(shop, 'requester@demo.test'));
    await shop.getByRole('button', { name: 'Jetzt anmelden' }).click();
    await expect(shop).toHaveURL(new RegExp(`/procurement/form\\?id=${id}`));
    await expect(pendingOf(shop, inDemo).getByRole('listitem')).toHaveCount(1);
    await expectAccessible(shop);
  },
);

test(
  'PUN-01 PUN-13 ERR-10 wrong credentials are explained, at the request and at the marketplace',
  deep,
  async ({ browser, afterwards }) => {
    const { sandbox } = shops();
    const name = `Fehlerhaus ${Date.now()}`;
    const marketplace = await addMarketplace(name, {
      protocol: 'cxml',
      url: sandbox.cxmlUrl,
      secret: 'falsch',
    });
    afterwards(() => changeMarketplace(marketplace, { active: false }));
    const { page } = await openDraft(browser, 'Abgelehnt');

    await test.step('at the request: the window closes, and the form shows the reason', async () => {
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: t('punchout.shop') }).click();
      await page.getByRole('menuitem', { name }).click();
      await expectClosed(page.context(), await opened);
      await expect(shownText(page, t('error.punchout_invalid_credentials')).first()).toBeVisible();
      await expect(cartsOf(page).getByRole('listitem')).toContainText(
        t('error.punchout_invalid_credentials'),
      );
      await expectAccessible(page);
    });

    const admin = await personPage(browser, 'admin');
    const test_ = admin.getByRole('button', { name: t('punchout.test.start') });
    const answer = admin.getByRole('status').filter({ hasText: /\w/ });

    await test.step('at the marketplace: the test of its connection', async () => {
      await admin.goto(`/admin/marketplace/form?id=${marketplace}`);
      await test_.click();
      await expect(answer.first()).toContainText(t('error.punchout_invalid_credentials'));
      await expectAccessible(admin);
      const words = {
        'no-start-url': 'no_start_url',
        'domain-not-enabled': 'domain_not_enabled',
        broken: 'failed',
      };
      for (const [identity, key] of Object.entries(words)) {
        await field(admin, t('entity.marketplace.field.identity')).fill(identity);
        await test_.click();
        await expect(answer.first()).toContainText(t(`error.punchout_${key}`));
      }
      await field(admin, t('entity.marketplace.field.identity')).fill(shopIdentity);
      await admin.getByLabel(t('entity.marketplace.field.secret')).fill('sandbox-secret');
      await test_.click();
      await expect(answer.first()).toContainText(t('punchout.test.works'));
    });
  },
);

test(
  'PUN-06 a hostile return is harmless: a script in a description, a replay, a wrong token',
  deep,
  async ({ browser }) => {
    const { id, page } = await openDraft(browser, 'Feindlich');
    const { oci } = shops();
    const shop = await goShopping(page, oci);
    const visit = [...shops().sandbox.visits.values()].at(-1);
    if (visit === undefined) throw new Error('no person reached the shop');
    const hostile = '<img src=x onerror="window.opened=1"><script>window.opened=1</script>';
    const send = async (address: string) =>
      await shop.evaluate(
        ([action, description]) => {
          const form = Object.assign(document.createElement('form'), { method: 'post', action });
          const fields = {
            DESCRIPTION: description,
            QUANTITY: '1',
            PRICE: '1.00',
            CURRENCY: 'EUR',
            UNIT: 'C62',
          };
          for (const [name, value] of Object.entries(fields)) {
            const input = document.createElement('input');
            Object.assign(input, { type: 'hidden', name: `NEW_ITEM-${name}[1]`, value });
            form.append(input);
          }
          document.body.append(form);
          form.submit();
        },
        [address, hostile] as const,
      );

    await test.step('its description is shown as text', async () => {
      await send(visit.hookUrl);
      await expectClosed(page.context(), shop);
      await expect(pendingOf(page, oci).getByRole('listitem')).toContainText(hostile);
      await pendingOf(page, oci)
        .getByRole('button', { name: t('punchout.add_all') })
        .click();
      await expect(inLine(page, 'description', 2)).toHaveValue(/^<img src=x/);
      expect(await page.evaluate(() => 'opened' in window)).toBe(false);
    });

    const replayed = await page.context().newPage();
    await test.step('the same cart again is refused, and so is an unknown token', async () => {
      const post = async (address: string, heading: string) => {
        await replayed.goto(shops().sandbox.url);
        await replayed.setContent(
          `<form method="post" action="${address}"><input name="NEW_ITEM-DESCRIPTION[1]" value="Anderes"><button>Los</button></form>`,
        );
        await replayed.getByRole('button').click();
        await expect(replayed.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expectAccessible(replayed);
      };
      await post(visit.hookUrl, t('punchout.page.over.title'));
      await post(visit.hookUrl.replace(/.{43}$/, 'A'.repeat(43)), t('punchout.page.over.title'));
      const { lines } = await ask<{ lines: { description: string }[] }>(
        'requester',
        'query ($id: bigint!) { lines: procurement_line(where: { procurement_id: { _eq: $id } }, order_by: { sort_no: asc }) { description } }',
        { id },
      );
      expect(lines.map(({ description }) => description)).toEqual(['Messuhr', hostile]);
    });
  },
);
