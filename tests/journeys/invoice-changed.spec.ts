import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, logIn, type Person, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const button = (page: Page | Locator, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`invoice.actions.${action}`)}`) });

interface Moved {
  readonly invoice: { readonly id: number; readonly timeline: { readonly content_version: number } };
}

const moved = 'id timeline { content_version }';

/** Takes an action of an invoice by the API, and answers it as it is then. */
async function take(who: Person, action: string, { invoice }: Moved): Promise<Moved> {
  return await ask<Moved>(
    who,
    `mutation ($key: uuid!, $id: bigint!, $version: Int!) { invoice: invoice_${action}(idempotency_key: $key, id: $id,
      expected_version: $version, comment: "Geklärt") { ${moved} } }`,
    { key: randomUUID(), id: invoice.id, version: invoice.timeline.content_version },
  );
}

async function save(input: object): Promise<Moved> {
  return await ask<Moved>(
    'accountant',
    `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
      invoice: invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) { ${moved} } }`,
    { key: randomUUID(), ...input },
  );
}

/** An invoice of 90 euros that was approved and is in the accounting. */
async function approved(): Promise<Moved> {
  const { lb_user: people, supplier } = await ask<{
    lb_user: readonly { client_id: number; department_id: number }[];
    supplier: readonly { id: number }[];
  }>(
    'admin',
    `{ lb_user(where: { email: { _eq: "requester@demo.test" } }) { client_id department_id }
       supplier(limit: 1, order_by: { name: asc }) { id } }`,
  );
  const checked = await save({
    head: {
      ...people[0],
      supplier_id: supplier[0]?.id,
      number_printed: `GE-${randomUUID().slice(0, 8)}`,
      ...{ invoice_date: '2026-10-01', delivery_date: '2026-10-01', due_date: '2099-12-31' },
      ...{ payment_method: 'ONLINE_PAYMENT', vat_number: 'DE136695976', tax: '0' },
      total_brutto: `90.${String(Date.now() % 90).padStart(2, '0')}`,
    },
  });
  return await take('approver1', 'approve', await take('accountant', 'to_approval', checked));
}

test('INV-25 APPR-18 an invoice that is changed after its approval is approved again before it goes to export', async ({
  browser,
}) => {
  await logIn(browser, 'admin', 'accountant', 'approver1');
  const { invoice } = await approved();
  const version = invoice.timeline.content_version;
  await save({ id: invoice.id, version, head: { total_brutto: '25000.00' } });
  const page = await personPage(browser, 'accountant');

  await test.step('the page says what was approved and what is there now', async () => {
    await page.goto(`/invoice/form?id=${invoice.id}`);
    const note = page.getByRole('region', { name: t('document.approval.outgrown') });
    await expect(note).toContainText(/freigegeben: 90,\d\d\s€, jetzt: 25\.000,00\s€/);
    await expect(button(page, 'to_approval')).toBeEnabled();
    await expectAccessible(page);
  });
  await test.step('its approvers are asked again', async () => {
    await button(page, 'to_approval').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.or(page.getByRole('heading', { level: 1 })).first()).toBeVisible();
    if (await dialog.isVisible()) {
      const reason = dialog.getByRole('textbox');
      if (await reason.isVisible()) await reason.fill('Nachtrag des Lieferanten');
      await button(dialog, 'to_approval').click();
    }
    await expect(page).toHaveURL(/\/overview/);
    await page.goto(`/invoice/form?id=${invoice.id}`);
    await expect(page.getByText(t('status.invoice.financial-approval')).first()).toBeVisible();
  });
});
