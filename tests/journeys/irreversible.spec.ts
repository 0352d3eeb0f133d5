import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import {
  ask,
  createDraft,
  createRequest,
  documentAs,
  logIn,
  personPage,
  runAction,
  texts,
} from './procurement-people.ts';
import { actionButton, takeFromMenu } from './request-page.ts';

const t = texts('de');

interface Irreversible {
  /** The command of the action. */
  readonly command: string;
  readonly open: () => Promise<void>;
  /** The title of the question. */
  readonly title: string;
  readonly action: string;
}

/** The question is asked once, names the action and explains it; nothing happens before the answer. */
async function expectAskedOnce(page: Page, { command, open, title, action }: Irreversible): Promise<void> {
  let sent = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes(`${command}(`)) sent += 1;
  });
  const dialog = page.getByRole('dialog');
  await open();
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(title);
  await expect(dialog.getByText(t('document.irreversible'), { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(sent).toBe(0);

  await open();
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes(`${command}(`) ?? false,
  );
  await dialog.getByRole('button', { name: action, exact: true }).click();
  expect(await (await answered).json()).not.toHaveProperty('errors');
  await expect(dialog).toHaveCount(0);
  expect(sent).toBe(1);
}

test(
  'TASK-19 TASK-13 TASK-08 irreversible actions of a request need one confirmation, which explains them',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Nicht rückgängig');
    await runAction('approver1', id, 'approve', {});
    const buyer = await personPage(browser, 'buyer');
    await buyer.goto(`/procurement/form?id=${id}`);
    const orders = buyer.getByRole('region', { name: t('procurement.order.title') });
    const supplier = await supplierOf(id);
    const ofSupplier = (key: string) => t(key).replace('{{supplier}}', supplier);

    await test.step('an order is confirmed', () =>
      expectAskedOnce(buyer, {
        command: 'procurement_confirm_order',
        open: () => orders.getByRole('button', { name: ofSupplier('procurement.confirm_order_of') }).click(),
        title: ofSupplier('procurement.dialog.confirm_order.title'),
        action: t('procurement.order.confirm.order'),
      }));
    await actionButton(buyer, t, 'complete_order').click();
    await expect(buyer).toHaveURL(/\/overview/);

    await test.step('a delivery is finished', async () => {
      const lines = await linesOf(id);
      await ask(
        'receiver',
        `mutation ($key: uuid!, $id: bigint!, $version: Int!, $receipts: [procurement_receive_receipts_input!]!) {
         procurement_receive(idempotency_key: $key, id: $id, expected_version: $version, receipts: $receipts) { id } }`,
        {
          key: crypto.randomUUID(),
          id,
          version: (await documentAs('receiver', id)).timeline.content_version,
          receipts: lines.map((line) => ({ procurement_line_id: line, quantity: '2' })),
        },
      );
      const receiver = await personPage(browser, 'receiver');
      await receiver.goto(`/procurement/form?id=${id}`);
      await expectAskedOnce(receiver, {
        command: 'procurement_finish_delivery',
        open: () => actionButton(receiver, t, 'finish_delivery').click(),
        title: t('procurement.dialog.finish_delivery.title'),
        action: t('procurement.actions.finish_delivery'),
      });
      expect((await documentAs('requester', id)).status).toBe('completed');
    });
  },
);

test(
  'TASK-19 TASK-13 TASK-08 sending an order and cancelling its request need one confirmation each',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Gesendet und abgebrochen');
    await runAction('approver1', id, 'approve', {});
    const page = await personPage(browser, 'buyer');
    await page.goto(`/procurement/form?id=${id}`);
    const orders = page.getByRole('region', { name: t('procurement.order.title') });
    await expectAskedOnce(page, {
      command: 'procurement_send_order',
      open: () =>
        orders
          .getByRole('button', { name: new RegExp(`^${t('procurement.order.send.order')}`) })
          .first()
          .click(),
      title: t('procurement.dialog.send_order.title').replace('{{supplier}}', await supplierOf(id)),
      action: t('procurement.order.send.order'),
    });
    await expect(orders.getByText(t('procurement.order_state.sent')).first()).toBeVisible();
    await runAction('buyer', id, 'send_to_clearing', { comment: 'Wird nicht gebraucht' });
    await page.goto(`/procurement/form?id=${id}`);
    await expectAskedOnce(page, {
      command: 'procurement_cancel',
      open: () => takeFromMenu(page, t, 'cancel'),
      title: t('procurement.dialog.cancel.title'),
      action: t('procurement.actions.cancel'),
    });
    expect((await documentAs('buyer', id)).status).toBe('declined');
  },
);

test('TASK-19 TASK-18 a draft is deleted after one confirmation', deep, async ({ browser }) => {
  const id = await createDraft(browser, 'Weg damit', 5);
  const page = await personPage(browser, 'requester');
  await page.goto(`/procurement/form?id=${id}`);
  await expectAskedOnce(page, {
    command: 'procurement_delete_draft',
    open: async () => {
      await page
        .getByRole('button', { name: t('shell.more_actions') })
        .last()
        .click();
      await page.getByRole('menuitem', { name: t('document.delete_draft') }).click();
    },
    title: t('document.dialog.delete_draft.title'),
    action: t('document.delete_draft'),
  });
  await expect(page).toHaveURL(/tab=drafts/);
});

test('TASK-19 TASK-09 an invoice is discarded after one confirmation', deep, async ({ browser }) => {
  await logIn(browser, 'admin');
  const { invoice_save } = await ask<{ invoice_save: { id: number } }>(
    'admin',
    `mutation ($key: uuid!) { invoice_save(idempotency_key: $key, head: { name: "Doppelt geschickt" }) { id } }`,
    { key: crypto.randomUUID() },
  );
  const page = await personPage(browser, 'admin');
  await page.goto(`/invoice/form?id=${invoice_save.id}`);
  const discard = t('invoice.actions.discard');
  await expectAskedOnce(page, {
    command: 'invoice_discard',
    open: async () => {
      await page
        .getByRole('button', { name: t('shell.more_actions') })
        .last()
        .click();
      await page.getByRole('menuitem', { name: discard }).click();
    },
    title: t('invoice.dialog.discard.title'),
    action: discard,
  });
  const { invoice_by_pk } = await ask<{ invoice_by_pk: { status: string } }>(
    'admin',
    'query ($id: bigint!) { invoice_by_pk(id: $id) { status } }',
    { id: invoice_save.id },
  );
  expect(invoice_by_pk.status).toBe('declined');
});

interface OrderedLines {
  readonly procurement_by_pk: {
    readonly procurement_lines: readonly {
      readonly id: number;
      readonly supplier: { readonly name: string };
    }[];
  };
}

async function orderedLines(id: number) {
  const { procurement_by_pk } = await ask<OrderedLines>(
    'buyer',
    'query ($id: bigint!) { procurement_by_pk(id: $id) { procurement_lines { id supplier { name } } } }',
    { id },
  );
  return procurement_by_pk.procurement_lines;
}

const linesOf = async (id: number): Promise<number[]> => (await orderedLines(id)).map((line) => line.id);

const supplierOf = async (id: number): Promise<string> => (await orderedLines(id))[0]?.supplier.name ?? '';
