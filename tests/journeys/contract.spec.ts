import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { invitedPage, newPersonWithoutPrices } from './people-page.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { choose, field, lineField } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const button = (page: Page | Locator, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`contract.actions.${action}`)}`) });
const dates = (page: Page) => page.getByRole('region', { name: t('contract.dates.title') });
const reopened = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/contract/form?id=${id}`);
  await expect(page.getByText(/CT-\d+/).first()).toBeVisible();
};

/** The requester's place, and a supplier. */
async function places(browser: Browser) {
  await logIn(browser, 'admin');
  const { lb_user: people, supplier } = await ask<{
    lb_user: readonly {
      client: { name: string };
      department: { name: string };
      cost_center: { number: string };
    }[];
    supplier: readonly { name: string }[];
  }>(
    'admin',
    `{ lb_user(where: { email: { _eq: "requester@demo.test" } }) { client { name } department { name: shown_name } cost_center { number } }
       supplier(limit: 1, order_by: { name: asc }) { name } }`,
  );
  const [person] = people;
  if (person === undefined) throw new Error('the demo has no requester');
  return {
    client: person.client.name,
    department: person.department.name,
    costCenter: person.cost_center.number,
    supplier: supplier[0]?.name ?? '',
  };
}

test('GEN-07 CON-01 CON-06 NAV-13 CON-22 CON-27 a contract is created, checked, approved and signed by keyboard', async ({
  browser,
}) => {
  const { client, department, costCenter, supplier } = await places(browser);
  const page = await personPage(browser, 'admin');
  await page.goto('/overview');

  await test.step('the add menu leads to an empty contract', async () => {
    await page.getByRole('button', { name: t('shell.add.button') }).click();
    await page.getByRole('menuitem', { name: t('shell.add.contract'), exact: true }).click();
    await expect(page).toHaveURL(/\/contract\/form$/);
    await expect(dates(page)).toContainText(t('field.start_date'));
    await expectAccessible(page);
  });
  await test.step('the partner', async () => {
    await field(page, t('field.name')).fill('Wartung Krananlagen Halle 1 bis 4');
    await choose(field(page, t('contract.partner')), supplier);
    await choose(field(page, t('field.client_id')), client);
    await choose(field(page, t('field.department_id')), department);
    await choose(field(page, t('field.cost_center_id')), costCenter);
  });
  await test.step('its dates are computed while its term is typed', async () => {
    await field(page, t('field.start_date')).fill('01.01.2099');
    await expect(dates(page)).not.toContainText(t('field.start_date'));
    await field(page, t('field.duration')).fill('12');
    await expect(field(page, t('field.duration_unit_type')).first()).toHaveValue(
      t('contract.choice.unit.month'),
    );
    await expect(dates(page)).toContainText('31.12.2099');
    await choose(field(page, t('field.renewal_type')), t('contract.choice.renewal_type.auto'));
    await expect(dates(page)).toContainText(t('field.renewal_duration'));
    await field(page, t('field.renewal_duration')).fill('12');
    await field(page, t('field.notice_period')).fill('3');
    await expect(dates(page)).toContainText('30.09.2099');
    await expect(dates(page)).toContainText('31.12.2100');
    await expect(dates(page).getByRole('img', { name: /30\.09\.2099/ })).toBeVisible();
    // The company wants to be reminded two weeks before (CON-24).
    await expect(field(page, t('field.reminder_date'))).toHaveValue('16.09.2099');
  });
  await test.step('CON-11 a special right is shown at once and changes no date', async () => {
    // The field has the same name.
    const called = page.getByText(t('contract.special_right'), { exact: true });
    await expect(called).toHaveCount(1);
    await field(page, t('field.termination_special_right')).fill('Bei Verkauf der Halle sofort');
    await expect(called).toHaveCount(2);
    await expect(dates(page)).toContainText('30.09.2099');
    await expect(dates(page)).toContainText('31.12.2100');
  });
  await test.step('the agreed lines, and the yearly value', async () => {
    await choose(field(page, t('field.usage_type')), t('procurement.usage.quarterly'));
    await field(page, lineField(t, 'name', 1)).fill('Inspektion nach DGUV 52');
    await field(page, lineField(t, 'total', 1)).fill('312,00');
    await field(page, lineField(t, 'total', 1)).press('Enter');
    await field(page, lineField(t, 'name', 2)).fill('Rufbereitschaft 24 Stunden');
    await field(page, lineField(t, 'total', 2)).fill('150,00');
    await expect(page.getByText('1.848,00').first()).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('CON-04 unsaved input is not lost by accident', async () => {
    await page.goBack();
    const question = page.getByRole('dialog', { name: t('shell.unsaved.title') });
    await expect(question).toContainText(t('contract.leaving'));
    await expectAccessible(page);
    await question.getByRole('button', { name: t('shell.unsaved.stay') }).click();
    await expect(question).toBeHidden();
    await expect(field(page, lineField(t, 'name', 2))).toHaveValue('Rufbereitschaft 24 Stunden');
  });
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/contract\/form\?id=\d+/);
  const id = Number(new URL(page.url()).searchParams.get('id'));

  await test.step('the creator submits it to the check', async () => {
    await expect(button(page, 'to_check')).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: t('contract.dialog.to_check.title') });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await button(dialog, 'to_check').click();
    await expect(page).toHaveURL(/\/overview/);
  });
  await test.step('after the check it is shown as facts and goes to its approver', async () => {
    await reopened(page, id);
    await expect(page.getByText(t('status.contract.check')).first()).toBeVisible();
    await expect(page.getByText('3 Monate zum Ende der Laufzeit').first()).toBeVisible();
    await expectAccessible(page);
    await button(page, 'to_approval').click();
    await expect(page).toHaveURL(/\/overview/);
  });
  await test.step('CON-39 approved by two others, because the limit of the first is below the yearly value', async () => {
    for (const person of ['approver1', 'approver2'] as const) {
      const approver = await personPage(browser, person);
      await reopened(approver, id);
      await button(approver, 'approve').click();
      await expect(approver).toHaveURL(/\/overview/);
      await approver.context().close();
    }
  });
  await test.step('signed', async () => {
    await reopened(page, id);
    await button(page, 'sign').click();
    await expect(page).toHaveURL(/\/overview/);
    await reopened(page, id);
    await expect(page.getByText(t('status.contract.completed')).first()).toBeVisible();
  });
  await test.step('OVW-01 it is in the list of contracts', async () => {
    await page.goto('/overview?tab=contract');
    await expect(page.getByText('Wartung Krananlagen Halle 1 bis 4').first()).toBeVisible();
    await expectAccessible(page);
  });
  await page.context().close();
});

test('CON-07 an order under a running contract starts with its data', deep, async ({ browser }) => {
  await logIn(browser, 'admin');
  const { contract } = await ask<{ contract: readonly { readonly id: number }[] }>(
    'admin',
    '{ contract(where: { status: { _eq: "active" } }, order_by: { id: asc }, limit: 1) { id } }',
  );
  const page = await personPage(browser, 'admin');
  await reopened(page, contract[0]?.id ?? 0);
  await page.getByRole('tab', { name: t('contract.tab.related') }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('contract.new_order') }).click();
  const dialog = page.getByRole('dialog', { name: t('procurement.contract.title') });
  await expect(field(dialog, t('field.contract_id'))).toHaveValue(/^CT-000001/);
  await dialog.getByRole('button', { name: t('procurement.contract.take') }).click();
  await expect(field(page, t('field.name'))).toHaveValue('Wartung Hallenbeleuchtung und Geräteprüfung');

  await reopened(page, contract[0]?.id ?? 0);
  await page.getByRole('link', { name: t('contract.new_invoice') }).click();
  await expect(field(page, t('field.supplier_id'))).toHaveValue('Elektro Wiechmann GmbH');
  await page.context().close();
});

test(
  'NAV-24 ERR-12 leaving a contract with unsaved changes shows its own warning',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/contract/form');
    const name = field(page, t('field.name'));
    await name.fill('Noch nicht gespeichert');
    const warning = page.getByRole('dialog', { name: t('shell.unsaved.title') });
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(warning).toContainText(t('contract.leaving'));
    await expectAccessible(page);
    await warning.getByRole('button', { name: t('shell.unsaved.stay') }).click();
    await expect(name).toHaveValue('Noch nicht gespeichert');
    await page.getByRole('banner').getByRole('link').first().click();
    await warning.getByRole('button', { name: t('shell.unsaved.leave') }).click();
    await expect(page).toHaveURL(/\/(overview|dashboard)/);
  },
);

test('CON-05 ROLE-10 NAV-13 without the right a new contract is not offered', async ({ browser }) => {
  const page = await invitedPage(browser, (await newPersonWithoutPrices()).email);
  await page.evaluate(() => localStorage.setItem('lang', 'de'));
  await page.goto('/contract/form');
  await expect(page.getByRole('heading', { name: t('contract.not_allowed.title') })).toBeVisible();
  await page.getByRole('button', { name: t('shell.add.button') }).click();
  await expect(page.getByRole('menuitem', { name: t('shell.add.order'), exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('shell.add.contract'), exact: true })).toHaveCount(0);
  await page.context().close();
});

test(
  'CON-10 CON-28 notice of a running contract is given, confirmed, and taken back',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const { contract } = await ask<{ contract: readonly { readonly id: number }[] }>(
      'admin',
      '{ contract(where: { external_contract_number: { _eq: "KH-M-10077" } }) { id } }',
    );
    const id = contract[0]?.id ?? 0;
    const page = await personPage(browser, 'admin');
    const dialog = page.getByRole('dialog');

    await test.step('the end follows from the day of receipt of the notice', async () => {
      await reopened(page, id);
      await button(page, 'terminate').click();
      await expect(dialog).toContainText(/Der Vertrag endet am \d{2}\.\d{2}\.\d{4}/);
      await field(dialog, t('field.notice_sent_on')).fill('01.10.2098');
      await expect(field(dialog, t('field.terminated_on'))).toHaveValue('04.10.2098');
      await expect(dialog).toContainText('Der Vertrag endet am 31.12.2099');
      await expectAccessible(page);
      await button(dialog, 'terminate').click();
      await expect(dialog).toBeHidden();
    });
    await test.step('the notice and the confirmation of the partner are shown', async () => {
      await expect(page.getByText(t('status.contract.cancelled')).first()).toBeVisible();
      await expect(dates(page)).toContainText('31.12.2099');
      await button(page, 'confirm_termination').click();
      await expectAccessible(page);
      await button(dialog, 'confirm_termination').click();
      // It asks for the day with the same words.
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/Kündigung bestätigt am/).first()).toBeVisible();
      await expect(button(page, 'confirm_termination')).toBeHidden();
    });
    await test.step('taken back, it goes to clearing', async () => {
      await page
        .getByRole('button', { name: t('shell.more_actions') })
        .last()
        .click();
      await page.getByRole('menuitem', { name: t('contract.actions.revoke_termination') }).click();
      await field(dialog, t('document.comment')).fill('Neues Angebot');
      await button(dialog, 'revoke_termination').click();
      await expect(dialog).toBeHidden();
      await reopened(page, id);
      await expect(page.getByText(t('status.contract.clearing')).first()).toBeVisible();
    });
    await page.context().close();
  },
);
