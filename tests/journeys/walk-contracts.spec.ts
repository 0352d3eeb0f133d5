import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';
import { walk } from './walk.ts';

withEveryModule();

const t = texts('de');

test(
  'NAV-02 CON-01 I18N-01 a new contract, a running one with its tabs, and its notice',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const { contract } = await ask<{ contract: readonly { readonly id: number }[] }>(
      'admin',
      '{ contract(where: { status: { _eq: "active" } }, order_by: { id: asc }, limit: 1) { id } }',
    );
    const id = contract[0]?.id ?? 0;
    await walk(await personPage(browser, 'admin'), async ({ page, visit, look }) => {
      await visit('/contract/form');
      await visit('/contract/import');
      await visit(`/contract/form?id=${id}`);
      for (const tab of ['items', 'related', 'documents', 'terms'])
        await visit(`/contract/form?id=${id}&tab=${tab}`, { only: 'phone' });
      await visit(`/contract/form?id=${id}`, { only: 'desk' });
      await page.getByRole('button', { name: new RegExp(`^${t('contract.actions.terminate')}`) }).click();
      await page.getByRole('dialog').waitFor();
      await look('the notice');
    });
  },
);
