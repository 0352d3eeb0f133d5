import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import { deep } from '../support/depth.ts';
import { type Cells, creditor, inLatin1, partnerFile } from '../support/master-data-file.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, personPage, texts } from './procurement-people.ts';

const t = texts('de');
const label = (name: string) => t(`datev_master_data.${name}`);

interface Company {
  readonly name: string;
  readonly consultant_number: string | null;
  readonly client_number: string | null;
  readonly ledger_account_length: number;
}

/** The first company of the page. */
async function firstCompany(): Promise<Company> {
  const { client } = await ask<{ client: readonly Company[] }>(
    'admin',
    `{ client(where: { active: { _eq: true } }, order_by: { name: asc }, limit: 1) { name consultant_number client_number
      ledger_account_length } }`,
  );
  if (client[0] === undefined) throw new Error('no company');
  return client[0];
}

/** A file of DATEV for the company, dropped on the page. */
async function drop(page: Page, company: Company, rows: readonly Cells[]): Promise<void> {
  const text = partnerFile(rows, {
    consultant: company.consultant_number ?? '1001',
    client: company.client_number ?? '1',
    length: String(company.ledger_account_length),
  });
  await page.getByLabel(label('drop')).setInputFiles({
    name: 'EXTF_Stammdaten.csv',
    mimeType: 'text/csv',
    buffer: inLatin1(text),
  });
}

const kind = (name: string, count: number) => label(`kind.${name}`).replace('{{count}}', String(count));
const chosen = ({ account, name }: { readonly account: string; readonly name: string }) =>
  label('choose').replace('{{account}}', account).replace('{{name}}', name);

test(
  'EXP-25 creditors of DATEV are reviewed, chosen and imported; local changes are exported as EXTF 16',
  deep,
  async ({ browser }, testInfo) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/configuration?tab=datev');
    const company = await firstCompany();
    const first = 9 * 10 ** company.ledger_account_length + randomInt(9000);
    const wanted = { account: String(first), name: `Übernommen ${first} GmbH` };
    const unwanted = { account: String(first + 1), name: `Abgewählt ${first} GmbH` };
    const rows = (city: string): readonly Cells[] => [
      creditor(10 ** company.ledger_account_length, 'Ein Kunde'),
      creditor(wanted.account, wanted.name, { Ort: city, 'IBAN 1': 'DE89370400440532013000' }),
      creditor(unwanted.account, unwanted.name),
    ];
    const done = page.getByRole('status').filter({ hasText: /./ });

    await test.step('new creditors are ticked, and one tick is removed', async () => {
      await drop(page, company, rows('Köln'));
      await expect(page.getByRole('radio', { name: kind('added', 2) })).toBeChecked();
      await expect(page.getByText(label('skipped.debtors_one'))).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: wanted.name })).toContainText(wanted.account);
      await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible();
      await expectAccessible(page);
      await testInfo.attach('new creditors', { body: await page.screenshot(), contentType: 'image/png' });
      await page.getByRole('checkbox', { name: chosen(unwanted) }).uncheck();
      await page.getByRole('button', { name: label('apply_one') }).click();
      await expect(done.filter({ hasText: 'Übernommen: 1 neu' })).toBeVisible();
    });

    await test.step('the next file changes known creditors', async () => {
      await drop(page, company, rows('Bonn'));
      await expect(page.getByRole('radio', { name: kind('changed', 1) })).toBeChecked();
      const row = page.getByRole('row').filter({ hasText: wanted.name });
      await expect(row).toContainText('Köln');
      await expect(row).toContainText('Bonn');
      await page.getByText(kind('added', 1), { exact: true }).click();
      await page.getByRole('checkbox', { name: chosen(unwanted) }).uncheck();
      await page.getByRole('button', { name: label('apply_one') }).click();
      await expect(done.filter({ hasText: '1 geändert' })).toBeVisible();
    });

    await test.step('a file of another kind is refused with an explanation', async () => {
      await page.getByLabel(label('drop')).setInputFiles({
        name: 'x.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Name;Ort\r\n'),
      });
      await expect(page.getByText(t('error.extf_unreadable'))).toBeVisible();
    });

    await test.step('a creditor changed here is exported as a file', async () => {
      await ask(
        'admin',
        `mutation ($name: String!) { update_supplier(where: { name: { _eq: $name } }, _set: { city: "Brühl" }) { affected_rows } }`,
        { name: wanted.name },
      );
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: label('export') }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^EXTF_Kreditoren_\d+_\d{14}\.csv$/);
      const bytes = await readFile(await download.path());
      expect(checkExtf(bytes, download.suggestedFilename()).findings).toEqual([]);
      expect(new TextDecoder('windows-1252').decode(bytes)).toContain(`${wanted.account};"${wanted.name}"`);
      await expect(page.getByRole('button', { name: download.suggestedFilename() })).toBeVisible();
    });

    await test.step('the page works on a phone as well', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await drop(page, company, rows('Trier'));
      await expect(page.getByRole('radio', { name: kind('changed', 1) })).toBeChecked();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await expectAccessible(page);
      await testInfo.attach('on a phone', {
        body: await page.screenshot({ fullPage: true }),
        contentType: 'image/png',
      });
    });
  },
);
