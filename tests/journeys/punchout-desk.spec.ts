import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, runAction, texts } from './procurement-people.ts';
import { bringBack, goShopping, inLine, isAsLoaded, openDraft, pendingOf } from './punchout-shops.ts';

const t = texts('de');

test(
  'PUN-10 an order at the demo shop is sent, and the confirmation and notice of its desk arrive',
  deep,
  async ({ browser }) => {
    const { id, page } = await openDraft(browser, 'Vom Schreibtisch des Shops');
    // The demo's marketplace after `npm start`.
    const inDemo = 'Sandbox-Shop über cXML';
    const shop = await goShopping(page, inDemo);
    const { origin } = new URL(shop.url());
    await bringBack(shop, { 'Kugelschreiber blau': 10, 'Schrauben M6x40': 250 });
    await pendingOf(page, inDemo)
      .getByRole('button', { name: t('punchout.add_all') })
      .click();
    await expect(inLine(page, 'description', 3)).toHaveValue(/^Schrauben M6x40/);
    await runAction('requester', id, 'submit', {});
    await runAction('approver1', id, 'approve', {});

    const buyer = await personPage(browser, 'buyer');
    await buyer.goto(`/procurement/form?id=${id}`);
    await buyer.evaluate(() => Object.assign(window, { isAsLoaded: true }));
    const block = buyer
      .getByRole('region', { name: t('procurement.order.title') })
      .getByRole('listitem')
      .filter({ hasText: inDemo });
    await block.getByRole('button', { name: new RegExp(`^${t('procurement.order.send.order')}`) }).click();
    await buyer
      .getByRole('dialog')
      .getByRole('button', { name: t('procurement.order.send.order') })
      .click();
    await expect(block.getByText(t('procurement.order_state.sent')).first()).toBeVisible();

    const desk = await buyer.context().newPage();
    await desk.goto(origin);
    const order = desk.getByRole('list', { name: 'Bestellungen' }).locator(':scope > li').first();
    const answers = order.getByRole('list', { name: /^Gemeldet zu/ });

    await test.step('the shop confirms fewer and a later day: the page shows this without a reload', async () => {
      await expectAccessible(desk);
      await order.getByRole('spinbutton', { name: 'Menge: Kugelschreiber blau' }).fill('8');
      await order.getByLabel('Liefertermin: Kugelschreiber blau').fill('2100-02-15');
      await order.getByRole('button', { name: 'Mit diesen Mengen und Terminen bestätigen' }).press('Enter');
      await expect(answers).toHaveText(/^Mit Änderungen bestätigt AB-\d+: 200 OK$/);
      await expectAccessible(desk);
      await expect(block).toContainText(/Auftragsbestätigung AB-\d+/);
      await expect(block).toContainText('Kugelschreiber blau');
      await expect(block).toContainText('Menge 8 statt 10');
      await expect(block).toContainText('Liefertermin 15.02.2100');
      expect(await isAsLoaded(buyer)).toBe(true);
      await expectAccessible(buyer);
    });

    await test.step('it confirms as ordered after all, and announces the goods', async () => {
      await order.getByText('Antworten').click();
      await order.getByRole('button', { name: 'Wie bestellt bestätigen' }).click();
      await expect(answers).toContainText(/Bestätigt AB-\d+: 200 OK/);
      await expect(block).toContainText(t('procurement.confirmation.as_ordered'));
      await order.getByText('Antworten').click();
      await order.getByLabel('Liefertermin: Kugelschreiber blau').fill('2100-02-01');
      await order.getByRole('button', { name: 'Versand melden' }).click();
      await expect(answers).toContainText(/Versand gemeldet LS-\d+: 200 OK/);
      const timeline = buyer.getByRole('complementary', { name: t('timeline.title') });
      await expect(timeline.getByText(/Versandanzeige LS-\d+/)).toBeVisible();
      await expect(timeline.getByText(/Sandbox-Paketdienst/)).toBeVisible();
      expect(await isAsLoaded(buyer)).toBe(true);
    });
  },
);
