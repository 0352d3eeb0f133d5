import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { choose, field, lineField } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

test(
  'CON-03 a new contract takes over the values of another one, and overwrites only after a confirmation',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const { contract } = await ask<{
      contract: readonly { readonly number: string; readonly name: string }[];
    }>(
      'admin',
      `{ contract(where: { contract_number_formatted: { _is_null: false }, contract_lines: {} },
        order_by: { id: asc }, limit: 1) { number: contract_number_formatted name } }`,
    );
    const source = contract[0] ?? { number: '', name: '' };
    const page = await personPage(browser, 'admin');
    await page.goto('/contract/form');
    await field(page, t('field.name')).fill('Wartung Krananlagen');
    const copy = async (isOverwriting: boolean): Promise<void> => {
      await page.getByRole('button', { name: t('contract.copy.title') }).click();
      const dialog = page.getByRole('dialog', { name: t('contract.copy.title') });
      await choose(field(dialog, t('field.contract_id')), source.number);
      await dialog.getByLabel(t('contract.copy.overwrite')).setChecked(isOverwriting);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('contract.copy.take') }).click();
      await expect(dialog).toBeHidden();
    };
    await copy(false);
    await expect(field(page, t('field.name')).first()).toHaveValue('Wartung Krananlagen');
    await expect(field(page, t('contract.partner'))).not.toHaveValue('');
    await expect(field(page, lineField(t, 'name', 1))).not.toHaveValue('');
    const first = await field(page, lineField(t, 'name', 1)).inputValue();
    await field(page, lineField(t, 'name', 1)).fill('Nur hier');

    await copy(true);
    await expect(field(page, t('field.name')).first()).toHaveValue(source.name);
    await expect(field(page, lineField(t, 'name', 1))).toHaveValue(first);
    await page.context().close();
  },
);
