import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, createRequest, logIn, personPage, runAction, texts } from './procurement-people.ts';
import { choose, field, lineField } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const match = (page: Page) => page.getByRole('region', { name: t('invoice.match.title') });

interface Order {
  readonly order_number_formatted: string;
  readonly client: { readonly name: string };
  readonly procurement_lines: readonly { readonly supplier: { readonly name: string } }[];
}

test(
  'INV-02 INV-03 INV-14 INV-23 lines are taken over from the order, and differences are explained',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Messuhren für die Rechnung');
    await logIn(browser, 'approver1', 'accountant');
    await runAction('approver1', id, 'approve', {});
    const { procurement_by_pk: order } = await ask<{ procurement_by_pk: Order }>(
      'admin',
      `query ($id: bigint!) { procurement_by_pk(id: $id) { order_number_formatted client { name }
      procurement_lines { supplier { name } } } }`,
      { id },
    );
    const page = await personPage(browser, 'accountant');
    await page.goto('/invoice/form');
    await field(page, t('invoice.total_brutto')).fill('226,10');

    await test.step('the supplier orders are offered once supplier and company are chosen', async () => {
      await expect(field(page, t('field.procurement_id'))).toBeDisabled();
      const supplier = order.procurement_lines[0]?.supplier.name ?? '';
      await choose(field(page, t('field.supplier_id')), supplier);
      await choose(field(page, t('field.client_id')), order.client.name);
      // Data known only to the server find it, too: no option contains the supplier's name.
      await field(page, t('field.procurement_id')).fill(supplier);
      await expect(page.getByRole('option', { name: order.order_number_formatted })).toBeVisible();
      await choose(field(page, t('field.procurement_id')), order.order_number_formatted);
      await expect(match(page)).toContainText(order.order_number_formatted);
      await expectAccessible(page);
    });

    await test.step('its open lines are proposed, by keyboard', async () => {
      await page.getByRole('button', { name: t('invoice.take.title') }).press('Enter');
      await page.getByRole('menuitem', { name: t('invoice.take.from_order') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('checkbox', { name: 'Messuhr' })).toBeChecked();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: /^1 Position übernehmen/ }).press('Enter');
      await expect(dialog).toBeHidden();
      await expect(field(page, lineField(t, 'total_netto', 1))).toHaveValue('190,00');
    });

    await test.step('missing goods and a higher price are shown with the ordered values', async () => {
      await expect(match(page)).toContainText('Position 1 ist noch nicht vollständig eingegangen');
      await field(page, lineField(t, 'unit_net_price', 1)).fill('97');
      await field(page, lineField(t, 'unit_net_price', 1)).press('Tab');
      await expect(match(page)).toContainText('Position 1 ist teurer als bestellt');
      await expect(match(page)).toContainText('bestellt zu 95,00 €');
      await expectAccessible(page);
    });

    await test.step('messages use the shown line numbers, with or without blank lines', async () => {
      for (const _ of ['a blank one', 'and one of no order'])
        await page.getByRole('button', { name: t('document.line.add'), exact: true }).click();
      await field(page, lineField(t, 'description', 3)).fill('Anfahrt');
      await expect(match(page)).toContainText(t('invoice.match.unlinked').replace('{{lines}}', '3'));
      for (const position of ['3', '2']) {
        const remove = t('document.line.remove_at').replace('{{position}}', position);
        await page.getByRole('button', { name: remove }).click();
      }
    });

    await test.step('the links are saved', async () => {
      await page.getByRole('button', { name: new RegExp(`^${t('document.save')}`) }).click();
      await expect(page).toHaveURL(/id=\d+/);
      await page.reload();
      await expect(field(page, t('field.procurement_id'))).toHaveValue(
        new RegExp(order.order_number_formatted),
      );
      await expect(match(page)).toContainText('Position 1 ist teurer als bestellt');
    });
  },
);
