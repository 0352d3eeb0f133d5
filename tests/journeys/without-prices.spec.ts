import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { test } from './journey.ts';
import { handInvoiceTo, uploadInvoice } from './own-invoice.ts';
import { ask, createDraft, documentAs, personPage, runAction, texts } from './procurement-people.ts';
import { actionButton, bookMissing, expectDone } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

test(
  'ROLE-07 a person without prices goes through the whole flow and never sees one',
  deep,
  async ({ browser }) => {
    const id = await createDraft(browser, 'Ohne Preise', 95);
    const people = await ask<{ lb_user: { id: number }[] }>(
      'admin',
      '{ lb_user(where: { email: { _eq: "receiver@demo.test" } }) { id } }',
    );
    const person_id = people.lb_user[0]?.id;
    await runAction('requester', id, 'submit', { approver_ids: [person_id] });
    const page = await openRequestWithoutPrices(browser, id);

    await test.step('approval', async () => {
      // Chosen by hand, the person approves in addition (APPR-10).
      await runAction('approver1', id, 'approve', {});
      await page.reload();
      await expect(actionButton(page, t, 'approve')).toBeVisible();
      await expectNoPrices(page);
      await actionButton(page, t, 'approve').click();
      // Without an own limit the person is asked, although an earlier approver had one.
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('error.none_has_limit'));
      await dialog.getByRole('button', { name: t('procurement.actions.approve') }).click();
      await expectDone(page);
      await expect(page.getByRole('searchbox')).toBeVisible();
      await expectNoPrices(page);
    });
    await test.step('order placement', async () => {
      await runAction('admin', id, 'reassign', { person_id });
      await page.goto(`/procurement/form?id=${id}`);
      await expect(actionButton(page, t, 'complete_order')).toBeVisible();
      await expectNoPrices(page);
      await runAction('receiver', id, 'confirm_order', {});
      await expect(actionButton(page, t, 'complete_order')).toBeEnabled();
      await actionButton(page, t, 'complete_order').click();
      await expectDone(page);
    });
    await test.step('goods receipt', async () => {
      await page.goto(`/procurement/form?id=${id}`);
      await actionButton(page, t, 'receive').click();
      await expect(page.getByRole('button', { name: t('procurement.receive.all_missing') })).toBeVisible();
      await expectNoPrices(page);
      await page.keyboard.press('Escape');
      await bookMissing(page, t, 1);
      await actionButton(page, t, 'finish_delivery').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('procurement.actions.finish_delivery') })
        .click();
      await expectDone(page);
    });
    expect((await documentAs('requester', id)).status).toBe('completed');
  },
);

async function openRequestWithoutPrices(browser: Browser, id: number): Promise<Page> {
  const page = await personPage(browser, 'receiver');
  await page.goto(`/procurement/form?id=${id}`);
  await expect(page.getByText('Messuhr').first()).toBeVisible();
  await expectNoPrices(page);
  return page;
}

/** Neither the price of the line nor any derived total. */
async function expectNoPrices(page: Page): Promise<void> {
  await expect(page.getByText(/\b(95|190|226|36),\d\d/)).toHaveCount(0);
}

test(
  'ROLE-07 EXP-17 a person without prices sees no amount of an invoice, on any page',
  deep,
  async ({ browser }) => {
    const writer = await personPage(browser, 'accountant');
    await writer.goto('/overview');
    await writer.getByRole('heading').first().waitFor();
    const number = `RE-${randomUUID().slice(0, 8)}`;
    const buffer = ublInvoice({ number, seller: 'Ohne Preise GmbH', net: 4321 });
    const id = await uploadInvoice(writer, { name: `${number}.xml`, mimeType: 'application/xml', buffer });
    await writer.goto(`/invoice/form?id=${id}`);
    await writer
      .getByRole('button', { name: new RegExp(`^${t('invoice.actions.start_recognition')}`) })
      .click();
    await expect(writer.getByLabel(t('field.number_printed'))).toHaveValue(number);
    await handInvoiceTo('receiver', id);
    const page = await personPage(browser, 'receiver');
    const expectNoAmount = () => expect(page.getByText(/4\.?321|5\.?141|820,99/)).toHaveCount(0);

    for (const tab of ['items', 'payment', 'documents']) {
      await page.goto(`/invoice/form?id=${id}&tab=${tab}`);
      await expect(page.getByLabel(t('field.number_printed'))).toHaveValue(number);
      await expectNoAmount();
    }
    await expect(page.getByRole('tab', { name: t('invoice.tab.recognition') })).toHaveCount(0);
    await page.goto('/overview?tab=invoice');
    // There may be more invoices of other journeys than the screen holds.
    await page.getByRole('searchbox').fill(number);
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
    await expectNoAmount();
    await page.goto('/overview?tab=invoice&viewMode=table');
    await page.getByRole('searchbox').fill(number);
    await expect(page.getByText(number).first()).toBeVisible();
    await expectNoAmount();
  },
);
