import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { bookable, exportsTo, waitingInvoice } from './own-export.ts';
import { personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();
test.afterEach(() => exportsTo(null));

const t = texts('de');
const aboutDatev = (key: string) => t(key).replace('{{target}}', 'DATEV');

/** A run after which DATEV has not confirmed these bookings. */
async function runInDoubt(invoices: readonly number[]): Promise<void> {
  await inDatabase(async (owner) => {
    await owner.query(
      `with run as (insert into invoice_export_run (tenant_id, running_number, client_id, target, state, ended_at)
           select tenant_id, 900000 + id, client_id, 'datev', 'done', now() from invoice where id = ($1::bigint[])[1]
           returning tenant_id, id),
         transfer as (insert into invoice_export_transfer (tenant_id, invoice_export_run_id, group_key, state, reference,
             is_handed_over, protocol, ended_at)
           select tenant_id, id, '2026-10', 'ended', 'a-job-of-datev', true, $2::jsonb, now() from run returning tenant_id, id)
       insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_export_transfer_id, invoice_id, state, problem,
         gross, currency, control_amount)
       select run.tenant_id, run.id, transfer.id, invoice, 'uncertain', '{"code": "export_uncertain"}'::jsonb, 119, 'EUR', 119
       from run, transfer, unnest($1::bigint[]) as invoice`,
      [
        invoices,
        JSON.stringify({
          entries: [{ type: 'warning', text: 'Die Verarbeitung dauert an.', filename: 'document.xml' }],
        }),
      ],
    );
    await owner.query('update invoice set is_leaving = true where id = any ($1)', [invoices]);
  });
}

test(
  'EXP-08 EXP-05 TASK-19 invoices in doubt are marked as booked or not booked',
  deep,
  async ({ browser }, testInfo) => {
    const page = await personPage(browser, 'accountant');
    await exportsTo('datev');
    const head = { ...(await bookable()), tax: 19 };
    const now = Date.now();
    const ids: number[] = [];
    for (const place of [1, 2, 3])
      ids.push(await waitingInvoice({ ...head, number_printed: `ZWEIFEL-${now}-${place}` }));
    await runInDoubt(ids);
    const show = async (name: string) =>
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    const run = page.getByRole('listitem').filter({ hasText: 'EX-' }).first();
    const doubt = (count: string) => run.getByRole('region', { name: count });
    const dialog = page.getByRole('dialog');

    await test.step('its page shows the doubt, and links to the runs', async () => {
      await page.goto(`/invoice/form?id=${ids[0]}`);
      await expect(page.getByText(t('invoice.export_uncertain'))).toBeVisible();
      await expect(page.getByText(t('invoice.waits_for_export'))).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('link', { name: t('invoice.to_export_page') }).click();
      await expect(doubt('3 ungeklärt')).toContainText(aboutDatev('invoice_export.uncertain_text'));
      await run.getByRole('button', { name: t('invoice_export.protocol') }).click();
      await expect(run).toContainText('Die Verarbeitung dauert an.');
      await expectAccessible(page);
      await show('in doubt');
    });

    await test.step('one is marked as booked, with its number', async () => {
      await doubt('3 ungeklärt')
        .getByRole('button', { name: new RegExp(`^${aboutDatev('invoice_export.booked')}: `) })
        .first()
        .click();
      await field(dialog, aboutDatev('invoice_export.reference')).fill('B-4711');
      await field(dialog, t('invoice_export.comment')).fill('Im Stapel gesehen');
      await expectAccessible(page);
      await show('the question');
      await dialog.getByRole('button', { name: aboutDatev('invoice_export.booked') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(run).toContainText('eine übergeben');
      await expect(doubt('2 ungeklärt')).toBeVisible();
    });

    await test.step('the others are marked as not booked, and wait again', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await doubt('2 ungeklärt').scrollIntoViewIfNeeded();
      await show('on the phone');
      const all = t('invoice_export.uncertain_all');
      await run.getByRole('button', { name: `${t('invoice_export.not_booked')}: ${all}` }).click();
      await dialog.getByRole('button', { name: t('invoice_export.not_booked') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(run).toContainText('2 fehlgeschlagen');
      await expect(page.getByRole('row').filter({ hasText: `ZWEIFEL-${now}-3` })).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: `ZWEIFEL-${now}-1` })).toHaveCount(0);
    });

    await test.step('the timeline shows both', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/invoice/form?id=${ids[0]}`);
      await expect(page.getByText('Im Stapel gesehen')).toBeVisible();
    });
  },
);
