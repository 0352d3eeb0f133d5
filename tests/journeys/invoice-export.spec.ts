import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { actOn, bookable, exportsTo, waitingInvoice } from './own-export.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();
test.afterEach(() => exportsTo(null));

const t = texts('de');
const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });
const newestRun = (page: Page) => page.getByRole('listitem').filter({ hasText: 'EX-' }).first();

/** The download of a click on a file name. */
async function downloadedOf(page: Page, run: Locator): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await run.getByRole('button', { name: /^EXTF_Buchungsstapel_/ }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Selects only these; invoices of other journeys stay. */
async function choose(page: Page, numbers: readonly string[]): Promise<void> {
  await page.getByRole('checkbox', { name: t('invoice_export.choose_all') }).click();
  for (const number of numbers) await row(page, number).getByRole('checkbox').click();
}

test(
  'EXP-03 EXP-04 EXP-05 EXP-10 EXP-23 ERR-11 of three waiting invoices one fails, and the exported ones are withdrawn with a reason',
  deep,
  async ({ browser }, testInfo) => {
    const page = await personPage(browser, 'accountant');
    await exportsTo('datev-csv');
    const head = await bookable();
    const now = Date.now();
    const [good, better, wrong] = [`GUT-${now}`, `BESSER-${now}`, `LANG-${now}`];
    for (const number_printed of [good, better]) await waitingInvoice({ ...head, number_printed, tax: 19 });
    const wrongId = await waitingInvoice({ ...head, number_printed: wrong, tax: 20 });
    const show = async (name: string) =>
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    const run = newestRun(page);

    await test.step('two are exported, and the third shows its reason', async () => {
      await page.goto('/overview?tab=invoice');
      await page.getByRole('link', { name: t('overview.to_export') }).click();
      await expect(row(page, good)).toBeVisible();
      await expect(row(page, wrong)).toContainText('119,00');
      await expectAccessible(page);
      await show('the export');
      await choose(page, [good, better, wrong]);
      await page.getByRole('button', { name: '3 Rechnungen übergeben' }).click();
      await expect(run).toContainText(t('invoice_export.state.done_with_failures'));
      await expect(run).toContainText('2 übergeben');
      await expect(run).toContainText('Für die Steuerkategorie S mit 20 % ist kein BU-Schlüssel festgelegt.');
      await expect(row(page, good)).toHaveCount(0);
      await expect(row(page, wrong)).toBeVisible();
      await show('a run');
    });

    const first = await downloadedOf(page, run);
    await test.step('EXP-29 the bookings of the adviser show arrived and missing invoices', async () => {
      const chooser = page.waitForEvent('filechooser');
      await run.getByRole('button', { name: /abgleichen$/ }).click();
      const [header, headings, booking] = first.bytes.toString('latin1').split('\r\n');
      const buffer = Buffer.from([header, headings, booking, ''].join('\r\n'), 'latin1');
      await (await chooser).setFiles({ name: 'EXTF_Kanzlei.csv', mimeType: 'text/csv', buffer });
      await expect(run).toContainText('Mit der Datei der Kanzlei abgeglichen');
      await expect(run).toContainText('angekommen: 1');
      await expect(run).toContainText('dort nicht zu finden oder gelöscht: 1');
      await expectAccessible(page);
      await show('compared');
    });

    await test.step('EXP-27 the list is filtered to invoices that are not ready, and shows the age of the result', async () => {
      await inDatabase((owner) => owner.query('select app.enqueue_readiness()'));
      const { invoice } = await ask<{ invoice: { number: string } }>(
        'accountant',
        'query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { number: invoice_number_formatted } }',
        { id: wrongId },
      );
      const found = page.getByRole('table').locator('tbody tr').filter({ hasText: invoice.number });
      await expect(async () => {
        await page.goto(`/overview?tab=invoice&viewMode=list&readiness=client&q=${invoice.number}`);
        await expect(page.getByText(/^Stand \d/)).toBeVisible();
        await expect(found).toHaveCount(1);
      }).toPass({ timeout: 60_000 });
      await expectAccessible(page);
      await show('not ready');
      await page.goto(`/overview?tab=invoice&viewMode=list&readiness=ready&q=${invoice.number}`);
      await expect(page.getByText(/^Stand \d/)).toBeVisible();
      await expect(found).toHaveCount(0);
      await page.goto('/invoice/export');
    });

    await test.step('it is withdrawn with a reason', async () => {
      expect(first.name).toMatch(/^EXTF_Buchungsstapel_10010_\d{6}_\d{14}\.csv$/);
      await run.getByRole('button', { name: /zurücknehmen$/ }).click();
      const dialog = page.getByRole('dialog');
      const withdraw = dialog.getByRole('button', { name: t('invoice_export.withdraw') });
      await withdraw.click();
      await expect(dialog).toContainText(t('error.field_required'));
      await expectAccessible(page);
      await show('the withdrawal');
      await dialog.getByRole('textbox').fill('Falsches Wirtschaftsjahr');
      await withdraw.click();
      await expect(dialog).toHaveCount(0);
      await expect(run).toContainText(t('invoice_export.state.withdrawn'));
      await expect(run).toContainText('Falsches Wirtschaftsjahr');
      await expect(run.getByRole('button', { name: /zurücknehmen$/ })).toHaveCount(0);
      await expect(row(page, good)).toBeVisible();
      await expect(row(page, better)).toBeVisible();
    });

    await test.step('its file is the same as before', async () => {
      expect(await downloadedOf(page, run)).toEqual(first);
      await show('withdrawn');
    });

    await test.step('on the phone, with a link to the failed invoice', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible(page);
      await run.scrollIntoViewIfNeeded();
      await show('on the phone');
      await run.getByRole('link').first().click();
      await expect(page.getByText(/Rechnungsexport fehlgeschlagen: Für die Steuerkategorie/)).toBeVisible();
    });
  },
);

test(
  'EXP-02 EXP-16 TASK-17 an exported invoice is exported again on request, for Dynamics 365 only after clearing',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'accountant');
    await exportsTo('datev-csv');
    const number = `NOCHMAL-${Date.now()}`;
    const id = await waitingInvoice({ ...(await bookable()), number_printed: number, tax: 19 });
    await page.goto(`/invoice/export?id=${id}`);
    await page.getByRole('button', { name: 'Eine Rechnung übergeben' }).click();
    await expect(row(page, number)).toHaveCount(0);
    await expect(newestRun(page)).toContainText(t('invoice_export.state.done'));
    const first = (await newestRun(page).textContent())?.match(/EX-\d+/)?.[0] ?? '';

    const isIncluded = page.getByRole('checkbox', { name: t('invoice_export.include_exported') });
    await isIncluded.click();
    await expect(row(page, number)).toContainText(t('invoice_export.exported_before'));
    await page.getByRole('button', { name: 'Eine Rechnung übergeben' }).click();
    await expect(newestRun(page)).not.toContainText(first);
    await expect(newestRun(page)).toContainText('eine übergeben');

    await exportsTo('ms365');
    await page.reload();
    const hint = page.getByText(t('error.export_needs_clearing'), { exact: true });
    await expect(row(page, number)).toHaveCount(0);
    await expect(hint).toHaveCount(0);
    await isIncluded.click();
    await expect(hint).toBeVisible();
    // A person who may export sends it to clearing.
    await row(page, number).getByRole('link').click();
    await page
      .getByRole('button', { name: t('shell.more_actions') })
      .last()
      .click();
    await expect(page.getByRole('menuitem', { name: t('invoice.actions.send_to_clearing') })).toBeVisible();
  },
);

test(
  'EXP-24 the export of a discarded invoice is a task until the next export has reversed it',
  deep,
  async ({ browser }, testInfo) => {
    const page = await personPage(browser, 'accountant');
    const show = async (name: string) =>
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    await exportsTo('datev-csv');
    const number = `STORNO-${Date.now()}`;
    const id = await waitingInvoice({ ...(await bookable()), number_printed: number, tax: 19 });
    const waiting = row(page, number);
    await page.goto(`/invoice/export?id=${id}`);
    await page.getByRole('button', { name: 'Eine Rechnung übergeben' }).click();
    await expect(waiting).toHaveCount(0);

    const { lb_user: people } = await ask<{ lb_user: { id: number }[] }>(
      'admin',
      'query { lb_user(where: { email: { _eq: "accountant@demo.test" } }) { id } }',
      {},
    );
    await actOn('send_to_clearing', id, `, person_id: ${people[0]?.id}`);
    await actOn('discard', id);

    await test.step('the invoice shows this, and links to the export', async () => {
      await page.goto(`/invoice/form?id=${id}`);
      await expect(page.getByText(t('invoice.waits_for_reversal'))).toBeVisible();
      await expect(page.getByText(t('timeline.note.reversal_waits'))).toBeVisible();
      await expectAccessible(page);
      await show('a discarded invoice');
      await page.getByRole('link', { name: t('invoice.to_export_page') }).click();
    });

    await test.step('the export lists it with waiting invoices, and includes it', async () => {
      await expect(waiting).toContainText(t('invoice_export.reversal'));
      await expect(waiting).toContainText(/[-−]119,00/);
      await expectAccessible(page);
      await show('the export');
      // Invoices of other journeys stay.
      const all = page.getByRole('checkbox', { name: t('invoice_export.choose_all') });
      if (await all.isEnabled()) await all.click();
      await page.getByRole('button', { name: /übergeben$/ }).click();
      await expect(waiting).toHaveCount(0);
    });

    await test.step('then it is finished', async () => {
      await page.goto(`/invoice/form?id=${id}`);
      await expect(page.getByText(/^Stornobuchung übergeben mit EX-/)).toBeVisible();
      await expect(page.getByText(t('invoice.waits_for_reversal'))).toHaveCount(0);
      await show('taken back');
    });
  },
);
