import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { begin, fill, openTab as openEntityTab, save } from './admin-page.ts';
import { test } from './journey.ts';
import { searchFor } from './list-page.ts';
import { firstAdministrator } from './own-tenant.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { choose } from './request-page.ts';

const t = texts('de');

const field = (page: Page, key: string) => page.getByRole('textbox', { name: new RegExp(`^${t(key)}`) });
const openTab = (page: Page, key: string) => page.getByRole('tab', { name: t(key) }).click();

test(
  'NAV-05 the palette offers the administration pages only to administrators',
  deep,
  async ({ browser }) => {
    const entry = `${t('admin.title')}: ${t('entity.cost_center.many')}`;
    const offered = async (page: Page) => {
      await page.goto('/overview?tab=all');
      await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: t('shell.search') });
      await palette.getByRole('combobox').fill(t('entity.cost_center.many'));
      return palette;
    };
    const admin = await personPage(browser, 'admin');
    await (await offered(admin)).getByRole('option', { name: entry }).click();
    await expect(admin).toHaveURL(/\/admin\/cost-center$/);
    const requester = await personPage(browser, 'requester');
    await expect((await offered(requester)).getByText(t('shell.palette.nothing'))).toBeVisible();
  },
);

test(
  'VAL-29 an existing name and a DATEV ID below the creditors are warnings that do not prevent saving',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/supplier/form');
    const warning = page.getByText(t('entity.problem.no_creditor_account').replace('{{first}}', '70000'));
    const name = field(page, 'entity.supplier.field.name');
    const twin = page.getByText(t('entity.problem.alike'));
    await name.fill('BRUEGGEMANN Bürobedarf GmbH');
    await page.keyboard.press('Tab');
    await expect(twin).toBeVisible();
    await name.fill(`Kreditor ${Date.now()}`);
    await page.keyboard.press('Tab');
    await expect(twin).toHaveCount(0);
    await field(page, 'entity.supplier.field.external_id').fill('50000');
    await page.keyboard.press('Tab');
    await expect(warning).toBeVisible();
    await field(page, 'entity.supplier.field.external_id').fill('71999');
    await page.keyboard.press('Tab');
    await expect(warning).toHaveCount(0);
    await field(page, 'entity.supplier.field.external_id').fill('50000');
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page).toHaveURL(/\/admin\/supplier\/form\?id=\d+/);
  },
);

test(
  'VAL-35 the supplier of a product is typed, and created when the product is saved',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const name = `Sensorik Neuland ${Date.now()}`;
    await page.goto('/admin/product/form');
    await field(page, 'entity.product.field.name').fill('Drehgeber');
    const supplier = page.getByRole('combobox', { name: t('entity.product.field.supplier_id') });
    await supplier.fill(name);
    await page.getByRole('option', { name: t('entity.supplier.create').replace('{{name}}', name) }).click();
    await expect(supplier).toHaveValue(name);
    await expect(page.getByText(t('entity.reference_created'))).toBeVisible();
    await page.getByRole('button', { name: t('entity.save') }).click();
    await expect(page).toHaveURL(/\/admin\/product\/form\?id=\d+/);
    await expect(supplier).toHaveValue(name);
    await expect(page.getByText(t('entity.reference_created'))).toHaveCount(0);
  },
);

test(
  'ADM-07 limit and priority of an approver appear beside the name once chosen',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/department/form');
    await openTab(page, 'entity.department.tab.approvers');
    await page.getByRole('button', { name: t('entity.department_approver.new') }).click();
    await choose(page.getByRole('row').getByRole('combobox').first(), 'Torsten Lüders');
    await expect(page.getByRole('cell', { name: '1.000,00' })).toBeVisible();
  },
);

test(
  'DATA-17 BUD-05 list and form of a cost center show its remaining budgets',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/cost-center');
    const label = t('entity.cost_center.field.free_budget');
    await expect(page.getByRole('columnheader', { name: label })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: label }).getByRole('button')).toHaveCount(0);
    const row = page
      .getByRole('row')
      .filter({ hasText: /\d,\d\d/ })
      .first();
    const left = ((await row.locator('td[data-kind="number"]').textContent()) ?? '').trim();
    expect(left).toMatch(/^-?[\d.]+,\d\d/);
    await row.getByRole('button').first().click();
    await openEntityTab(page, 'cost_center', 'budgets');
    const shown = field(page, 'entity.cost_center.field.free_budget');
    await expect(shown).toBeDisabled();
    await expect(shown).toHaveValue(left.replace(/[^\d.,-]/g, ''));
  },
);

test(
  'ADM-16 VAL-30 a task group is created in its form, and its name in other case is refused below it',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const word = `Prüfgruppe ${Date.now()}`;
    const enter = async (name: string) => {
      await page.goto('/admin/task-group/form');
      await field(page, 'entity.task_group.field.name').fill(name);
      await page.getByRole('button', { name: t('entity.save') }).click();
    };
    await enter(word);
    await expect(page).toHaveURL(/\/admin\/task-group\/form\?id=\d+/);
    await field(page, 'entity.task_group.field.priority_approval_limit').fill('7');
    await save(page);
    await enter(word.toUpperCase());
    const name = page.locator('[data-field="name"]');
    await expect(name.getByText(t('entity.problem.unique_violation'))).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/task-group\/form$/);
  },
);

test('LIST-01 LIST-02 LIST-03 a list is searched, sorted and paged, its rows deactivated and reactivated', async ({
  browser,
  afterwards,
}) => {
  const mark = `Regal ${Date.now().toString(36)}`;
  const objects = Array.from({ length: 51 }, (_, n) => ({
    name: `${mark} ${String(n).padStart(2, '0')}`,
    number: String(10 + n),
  }));
  const add =
    'mutation ($objects: [location_insert_input!]!) { insert_location(objects: $objects) { affected_rows } }';
  const page = await personPage(browser, 'admin');
  afterwards(() =>
    ask(
      'admin',
      'mutation ($like: String!) { delete_location(where: { name: { _like: $like } }) { affected_rows } }',
      { like: `${mark}%` },
    ),
  );
  await ask('admin', add, { objects });
  const rows = page.getByRole('table').locator('tbody tr');
  const menuItem = async (name: string, key: string): Promise<void> => {
    await rows
      .filter({ hasText: name })
      .getByRole('button', { name: /^Aktionen für/ })
      .click();
    await page.getByRole('menuitem', { name: t(key) }).click();
  };
  const showOnly = (state: string) =>
    page
      .getByRole('radiogroup', { name: t('entity.state') })
      .getByText(t(`entity.filter.${state}`), { exact: true })
      .click();
  await page.goto('/admin/location');
  await searchFor(page, mark);

  await test.step('counts above, fifty rows on a page', async () => {
    const count = page.getByText(t('entity.count').replace('{{count}}', '51'));
    await expect(count).toBeVisible();
    await expect(rows).toHaveCount(50);
    await page
      .getByRole('navigation', { name: t('entity.pages') })
      .getByText('2', { exact: true })
      .click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`${mark} 50`);
  });

  await test.step('a click on a head sorts', async () => {
    await page
      .getByRole('columnheader')
      .getByRole('button', { name: t('entity.location.field.name') })
      .click();
    await expect(rows.first()).toContainText(`${mark} 00`);
    await expect(page).toHaveURL(/sort=name/);
  });

  await test.step('a deactivated row leaves the active ones, and comes back', async () => {
    await menuItem(`${mark} 00`, 'entity.deactivate');
    await expect(rows.filter({ hasText: `${mark} 00` })).toHaveCount(0);
    await showOnly('inactive');
    await expect(rows.filter({ hasText: `${mark} 00` })).toContainText(t('entity.inactive'));
    await menuItem(`${mark} 00`, 'entity.reactivate');
    await expect(rows.filter({ hasText: `${mark} 00` })).toHaveCount(0);
    await showOnly('active');
    await expect(rows.first()).toContainText(`${mark} 00`);
  });

  await test.step('deleting asks first', async () => {
    await menuItem(`${mark} 00`, 'entity.delete');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.cancel') })
      .click();
    await expect(rows.first()).toContainText(`${mark} 00`);
  });

  await test.step('the view is in the address and is remembered only for this list', async () => {
    await page.getByText(t('entity.view_table'), { exact: true }).click();
    await expect(page).toHaveURL(/viewMode=table/);
    await expect(page.getByRole('grid')).toBeVisible();
    await page.goto('/admin/location');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.goto('/admin/posting-key');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByRole('grid')).toBeHidden();
  });
});

test(
  'VAL-26 VAL-34 VAL-45 the form of a company requires a complete delivery address',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const name = `Formular ${Date.now().toString(36)} GmbH`;
    await page.goto('/admin/client/form');
    await fill(page, 'client', { name });
    await openEntityTab(page, 'client', 'billing_address');
    await fill(page, 'client', {
      billing_name: name,
      billing_address: 'Kai 1',
      billing_zipcode: '20457',
      billing_city: 'Hamburg',
    });
    const press = () => page.getByRole('button', { name: t('entity.save') }).click();
    await press();
    const missing = t('entity.problem.rows_required').replace('{{count}}', '1');
    await expect(page.getByText(missing).first()).toBeVisible();
    await page.getByRole('button', { name: t('entity.client_address.new') }).click();
    await fill(page, 'client_address', { address_name: 'Lager', address: 'Kai 2' });
    await press();
    await expect(
      page.getByRole('textbox', { name: t('entity.client_address.field.zipcode') }),
    ).toHaveAttribute('aria-invalid', 'true');
    await fill(page, 'client_address', { zipcode: '20457', city: 'Hamburg' });
    await save(page);
    await expect(page).toHaveURL(/\/admin\/client\/form\?id=\d+/);
  },
);

test(
  'I18N-06 VAL-38 names in several languages are requested only with multilingualism',
  deep,
  async ({ browser }) => {
    const run = Date.now().toString(36);
    const page = await firstAdministrator(browser, `Sprachen ${run}`, `sprachen${run}@demo.test`);
    const german = page.getByRole('textbox', { name: /^Name \(Deutsch\)/ });
    const english = page.getByRole('textbox', { name: /^Name \(Englisch\)/ });
    const add = page.getByRole('button', { name: 'Englisch', exact: true });

    await test.step('without it a cost center has one name, in the form and in the table', async () => {
      await page.goto('/admin/cost-center/form');
      await expect(field(page, 'entity.cost_center.field.name')).toHaveCount(1);
      await expect(add).toHaveCount(0);
      await page.goto('/admin/cost-center?viewMode=table');
      const columns = page.getByRole('grid').getByRole('columnheader');
      await expect(columns.filter({ hasText: t('entity.cost_center.field.name') })).toHaveCount(1);
      await expect(columns.filter({ hasText: t('entity.cost_center.field.translations') })).toHaveCount(0);
    });

    await test.step('with it there is one for each added language, none without a text', async () => {
      await page.goto('/admin/configuration?tab=modules');
      await page
        .getByRole('checkbox', { name: t('entity.configuration.field.module_multilingualism') })
        .check();
      await save(page);
      await page.goto('/admin/cost-center?viewMode=list');
      await begin(page, 'cost_center');
      await fill(page, 'cost_center', { number: 'M1' });
      await german.fill('Prüffeld');
      await add.click();
      await expect(add).toHaveCount(0);
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(english).toHaveAttribute('aria-invalid', 'true');
      await english.fill('Test field');
      await save(page);
      await expect(page).toHaveURL(/id=\d+/);
      await page.reload();
      await expect(german).toHaveValue('Prüffeld');
      await expect(english).toHaveValue('Test field');
    });

    await test.step('and the table shows the one in the reader language beside the main one', async () => {
      await page.goto('/admin/cost-center?viewMode=table');
      const columns = page.getByRole('grid').getByRole('columnheader');
      await expect(columns.filter({ hasText: t('entity.cost_center.field.translations') })).toHaveCount(1);
    });
  },
);

test(
  'PROC-43 deactivating lists the waiting documents, and nothing is saved before the answer',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    const { document } = await ask<{
      document: readonly { number: string; supplier: { id: number; name: string } }[];
    }>(
      'admin',
      `{ document(where: { kind: { _eq: "procurement" }, status: { _eq: "approval" }, supplier_id: { _is_null: false } }
         order_by: { timeline_id: desc }, limit: 1) { number supplier { id name } } }`,
    );
    const [waiting] = document;
    if (waiting === undefined) throw new Error('nothing waits in the demo');
    const { id, name } = waiting.supplier;
    const asked = page.getByRole('dialog', { name: t('entity.waiting.title').replace('{{name}}', name) });
    const isActive = async () =>
      (
        await ask<{ supplier: readonly { active: boolean }[] }>(
          'admin',
          `{ supplier(where: { id: { _eq: ${id} } }) { active } }`,
        )
      ).supplier[0]?.active;
    await page.goto(`/admin/supplier/form?id=${id}`);
    const cancel = asked.getByRole('button', { name: t('shell.cancel') });

    await test.step('on the form, when it is saved', async () => {
      await page.getByRole('checkbox', { name: t('entity.supplier.field.active') }).uncheck();
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(asked).toContainText(waiting.number);
      await cancel.click();
      await page.getByRole('button', { name: t('entity.discard') }).click();
      expect(await isActive()).toBe(true);
    });
    await test.step('in its menu, with a link to the list', async () => {
      await page.getByRole('button', { name: t('entity.actions_of').replace('{{name}}', name) }).click();
      await page.getByRole('menuitem', { name: t('entity.deactivate') }).click();
      const opened = page.context().waitForEvent('page');
      await asked.getByRole('link', { name: new RegExp(`^${t('overview.tab.procurement')}: \\d`) }).click();
      const list = await opened;
      await expect(list.getByText(waiting.number).first()).toBeVisible();
      await cancel.click();
      expect(await isActive()).toBe(true);
    });
    await test.step('only the same person can answer, also when nothing waits any more by then', async () => {
      await page.getByRole('button', { name: t('entity.actions_of').replace('{{name}}', name) }).click();
      await page.getByRole('menuitem', { name: t('entity.deactivate') }).click();
      await expect(asked).toContainText(waiting.number);
      await page.route('**/v1/graphql', async (route) => {
        const { query } = route.request().postDataJSON() as { readonly query: string };
        await (query.startsWith('query Waiting')
          ? route.fulfill({ json: { data: { waiting: [] } } })
          : route.fallback());
      });
      await page.evaluate(() => {
        const now = Date.now;
        Date.now = () => now() + 60_000;
        window.dispatchEvent(new Event('visibilitychange'));
      });
      await expect(asked).not.toContainText(waiting.number);
      await cancel.click();
      await expect(asked).toBeHidden();
      expect(await isActive()).toBe(true);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await test.step('there is no question without waiting documents', async () => {
      const { made } = await ask<{ made: { id: number } }>(
        'admin',
        `mutation { made: insert_supplier_one(object: { name: "Niemand wartet ${Date.now()}", country: "DE" }) { id } }`,
      );
      await page.goto(`/admin/supplier/form?id=${made.id}`);
      await page.getByRole('checkbox', { name: t('entity.supplier.field.active') }).uncheck();
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(page.getByText(t('shell.toast.saved'), { exact: true })).toBeVisible();
    });
  },
);
