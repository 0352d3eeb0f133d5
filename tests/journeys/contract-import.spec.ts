import { expect } from '@playwright/test';
import { addDays } from '../../src/base/day.ts';
import { deep, inDepth } from '../support/depth.ts';
import { today } from '../support/today.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';
import { Table } from './table-view.ts';

withEveryModule();

const t = texts('de');
const run = String(Date.now()).slice(-6);
const many = inDepth(40, 200);

test(
  'ADM-20 CON-05 OVW-04 several contracts are pasted as a table, corrected, imported, and found by their deadline',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const { supplier, client, lb_user } = await ask<{
      supplier: readonly { readonly name: string }[];
      client: readonly { readonly name: string }[];
      lb_user: readonly { readonly name: string }[];
    }>(
      'admin',
      `{ supplier(limit: 1, order_by: { name: asc }) { name } client(limit: 1, order_by: { id: asc }) { name }
       lb_user(where: { email: { _eq: "requester@demo.test" } }) { name } }`,
    );
    const partner = supplier[0]?.name ?? '';
    const company = client[0]?.name ?? '';
    const responsible = lb_user[0]?.name ?? '';
    const page = await personPage(browser, 'admin');
    await page.goto('/contract/form');
    await page.getByRole('link', { name: t('contract.import.title') }).click();
    const table = new Table(page);
    await expect(table.grid).toBeVisible();
    await expectAccessible(page);

    const end = addDays(today(), 100).split('-').toReversed().join('.');
    const heads = [
      'name',
      'supplier_id',
      'client_id',
      'department_id',
      'cost_center_id',
      'responsible_id',
      'category',
      'term_type',
      'start_date',
      'end_date',
    ];
    const line = (place: number): string =>
      [
        `Import ${run} ${place}`,
        place === 7 ? 'Niemand' : partner,
        company,
        'Verwaltung',
        '1000',
        responsible,
        t('overview.contract_category.leasing'),
        t('contract.choice.term_type.fixed'),
        '01.01.2026',
        end,
      ].join(';');
    const rows = Array.from({ length: many }, (_, place) => line(place));
    await test.step('a file has column names; wrong values are red', async () => {
      const head = heads.map((name) => (name === 'supplier_id' ? t('contract.partner') : t(`field.${name}`)));
      const content = Buffer.from([head.join(';'), ...rows].join('\r\n'));
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'vertraege.csv', mimeType: 'text/csv', buffer: content });
      await expect(page.getByText(`${many} Zeilen`, { exact: true })).toBeVisible();
      await expect(table.cell(7, 2)).toHaveAttribute('aria-invalid', 'true');
    });
    await test.step('nothing is stored while a cell is red', async () => {
      await table.saveButton.click();
      await page.keyboard.type(partner);
      await page.keyboard.press('Enter');
      await expect(table.cell(7, 2)).not.toHaveAttribute('aria-invalid', 'true');
    });
    await test.step('each line becomes a contract', async () => {
      await page.getByRole('checkbox', { name: t('contract.import.in_force') }).check();
      await table.saveButton.click();
      await expect(page.getByText(`${many} Verträge importiert`)).toBeVisible({ timeout: 120_000 });
      const { contract_aggregate: found } = await ask<{
        contract_aggregate: { readonly aggregate: { readonly count: number } };
      }>(
        'admin',
        `{ contract_aggregate(where: { name: { _like: "Import ${run} %" }, contract_number: { _is_null: false }, status: { _eq: "active" } }) {
          aggregate { count } } }`,
      );
      expect(found.aggregate.count).toBe(many);
    });
    await test.step('they are found by end and responsible person', async () => {
      await page.goto(`/overview?tab=contract&q=${run}`);
      const links = page.getByRole('table').getByRole('link', { name: new RegExp(`^Import ${run}`) });
      await expect(links.first()).toBeVisible();
      const choose = async (filter: string, option: string): Promise<void> => {
        await page.getByRole('button', { name: t('overview.filter.add'), exact: true }).click();
        await page.getByRole('menuitem', { name: t(`overview.filter.${filter}`), exact: true }).click();
        await page.getByRole('checkbox', { name: option }).check();
      };
      await choose('contract_end', t('overview.contract_end.90'));
      await expect(page.getByRole('heading', { name: t('overview.no_hits.title') })).toBeVisible();
      await page.getByRole('checkbox', { name: t('overview.contract_end.180') }).check();
      await expect(links.first()).toBeVisible();
      await page.keyboard.press('Escape');
      await choose('responsible', responsible);
      await expect(links.first()).toBeVisible();
      await expect(page).toHaveURL(/contract_end=90%2C180|contract_end=90,180/);
    });
    await page.context().close();
  },
);
