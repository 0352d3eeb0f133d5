import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { dismissApprovers } from './own-database.ts';
import { createRequest, documentAs, logIn, personPage, runAction, texts } from './procurement-people.ts';
import { actionButton, choose, field, lineField, showHead, timelineOf } from './request-page.ts';

const t = texts('de');
const supplierOf = (page: Page) => page.getByRole('region', { name: t('procurement.order.title') });

/** An approved request at the person who orders. */
async function approvedRequest(browser: Browser, name: string): Promise<{ id: number; page: Page }> {
  const id = await createRequest(browser, name);
  await logIn(browser, 'approver1');
  await runAction('approver1', id, 'approve', {});
  const page = await personPage(browser, 'buyer');
  await page.goto(`/procurement/form?id=${id}`);
  await expect(supplierOf(page)).toBeVisible();
  return { id, page };
}

test(
  'PROC-16 PROC-17 PROC-36 PROC-37 an order is sent, confirmed with deviations, changed and cancelled',
  deep,
  async ({ browser }) => {
    const { id, page } = await approvedRequest(browser, 'Messuhren für die Prüfung');
    const orders = supplierOf(page);
    const dialog = page.getByRole('dialog');

    await test.step('the order is sent with its PDF', async () => {
      await orders.getByRole('button', { name: new RegExp(`^${t('procurement.order.send.order')}`) }).click();
      await expect(dialog.getByLabel(t('field.subject'))).toHaveValue(/Bestellung PO-\d+/);
      await expect(dialog).toContainText(t('document.irreversible'));
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.order.send.order') }).click();
      await expect(orders.getByText(t('procurement.order_state.sent')).first()).toBeVisible();
      await expect(orders.getByText('Version 1', { exact: true })).toBeVisible();
      const downloading = page.waitForEvent('download');
      await orders.getByRole('button', { name: /^PDF öffnen: Bestellung/ }).click();
      await downloading;
      await expectAccessible(page);
    });

    await test.step('the supplier confirms less and later; the deviations are marked and accepted', async () => {
      await orders
        .getByRole('button', { name: new RegExp(`^${t('procurement.actions.record_confirmation')}`) })
        .click();
      await dialog.getByLabel(t('procurement.confirmation.number')).fill('AB-4711');
      await dialog.getByLabel(/^Bestätigte Menge/).fill('1');
      await dialog.getByLabel(/^Bestätigter Liefertermin/).fill('+60');
      await dialog.getByLabel(t('document.comment')).click();
      await expect(dialog.getByText(t('procurement.confirmation.deviates'))).toHaveCount(2);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.confirmation.save'), exact: true }).click();
      await expect(orders.getByText('2 Abweichungen')).toBeVisible();
      await expect(orders.getByText('Menge 1 statt 2')).toBeVisible();
      await orders
        .getByRole('button', { name: new RegExp(`^${t('procurement.actions.accept_confirmation')}`) })
        .click();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.actions.accept_confirmation') }).click();
      await expect(orders.getByText(t('procurement.order_state.confirmed')).first()).toBeVisible();
    });

    await test.step('another day for the whole order is due as a change', async () => {
      await page.getByRole('button', { name: t('document.edit') }).click();
      await page
        .getByRole('textbox', { name: new RegExp(`^${t('field.delivery_date')}`) })
        .first()
        .fill('+90');
      await page.getByRole('button', { name: t('document.save'), exact: true }).click();
      await expect(orders.getByText(t('procurement.order.due.change'))).toBeVisible();
      const complete = page.getByRole('button', {
        name: new RegExp(`^${t('procurement.actions.complete_order')}`),
      });
      await expect(complete).toBeDisabled();
      await orders
        .getByRole('button', { name: new RegExp(`^${t('procurement.order.send.change')}`) })
        .click();
      await expect(dialog.getByLabel(t('field.subject'))).toHaveValue(/Bestelländerung 1/);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.order.send.change') }).click();
      await expect(orders.getByText('Version 2', { exact: true })).toBeVisible();
      await expect(complete).toBeEnabled();
    });

    await test.step('in clearing the request is cancelled; the supplier gets a cancellation', async () => {
      await runAction('buyer', id, 'send_to_clearing', { comment: 'Wird doch nicht gebraucht' });
      const { timeline } = await documentAs('buyer', id);
      expect(timeline.content_version).toBeGreaterThan(1);
      await page.goto(`/procurement/form?id=${id}`);
      await page.getByRole('button', { name: t('shell.more_actions') }).click();
      await page.getByRole('menuitem', { name: t('procurement.actions.cancel') }).click();
      await dialog.getByRole('checkbox').check();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.actions.cancel') }).click();
      await expect(page).toHaveURL(/\/overview/);
      await page.goto(`/procurement/form?id=${id}`);
      await expect(orders.getByText(t('procurement.order.letter.cancellation'))).toBeVisible();
      await expect(orders.getByText(t('procurement.order_state.cancelled')).first()).toBeVisible();
    });
  },
);

test(
  'TL-12 TASK-02 unneeded approvals are skipped, with a remark in the timeline',
  deep,
  async ({ browser, afterwards }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    await field(page, t('field.name')).fill('Ohne Freigabe');
    await showHead(page, t);
    await choose(field(page, t('field.ledger_account_id')), '4980');
    await field(page, t('field.delivery_date')).fill('+30');
    await field(page, lineField(t, 'description', 1)).fill('Etiketten, wetterfest');
    await actionButton(page, t, 'submit').click();
    await expect(page.getByText(t('status.procurement.open'), { exact: true })).toBeVisible();
    const planned = t('timeline.approval.future').split('{{name}}')[0] ?? '';
    await expect(
      timelineOf(page, t)
        .getByText(new RegExp(`^${planned}`))
        .first(),
    ).toBeVisible();
    const address = page.url();
    const id = Number(new URL(address).searchParams.get('id'));

    afterwards(await dismissApprovers());
    const selector = await personPage(browser, 'selector');
    await selector.goto(address);
    await choose(field(selector, lineField(t, 'supplier_id', 1)), 'Brüggemann');
    await selector.getByRole('textbox', { name: lineField(t, 'price_netto', 1) }).fill('12,50');
    await selector.getByRole('button', { name: t('document.save'), exact: true }).click();
    const next = actionButton(selector, t, 'to_order');
    await expect(next).toHaveText(new RegExp(`Ina Berg.*${t('step.send-order')}`));
    await expect(actionButton(selector, t, 'to_approval')).toHaveCount(0);
    await next.click();
    await expect(selector).toHaveURL(/\/overview/);
    await page.reload();
    await expect(page.getByText(t('status.procurement.approved'), { exact: true })).toBeVisible();
    const skipped = t('timeline.not_needed').replace('{{step}}', t('step.approval'));
    await expect(timelineOf(page, t).getByText(skipped, { exact: true }).first()).toBeVisible();
    expect((await documentAs('requester', id)).status).toBe('approved');
  },
);
