import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { invitedPage, newPersonWithoutPrices } from './people-page.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { choose, field, lineField, showHead, shownText, type Translate } from './request-page.ts';
import { switchModule } from './switch-module.ts';

const de = texts('de');
const en = texts('en');

const contractName = 'Wartung Hallenbeleuchtung und Geräteprüfung';

const dialog = (page: Page, t: Translate) =>
  page.getByRole('dialog', { name: t('procurement.contract.title') });

/** The demo has the module on, as expected by other journeys. */
const switchContracts = (isOn: boolean) => switchModule('contract', isOn);

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  await logIn(browser, 'admin');
  await switchContracts(false);
});
test.afterAll(() => switchContracts(true));

test('NAV-13 GEN-11 without the module the choice of a contract is missing', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form?select-contract');
  await expect(page).toHaveURL(/\/overview/);
  await expect(page.getByText(de('error.module_off'))).toBeVisible();
  await page.getByRole('button', { name: de('shell.add.button') }).click();
  await expect(page.getByRole('menuitem', { name: de('shell.add.order'), exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: de('shell.add.order_from_contract') })).toHaveCount(0);
  await page.context().close();
});

// The next test filters the draft that this one leaves.
test('PROC-25 PROC-24 NAV-03 an order from a contract, by keyboard, in German', deep, async ({ browser }) => {
  await switchContracts(true);
  const page = await personPage(browser, 'requester');
  await page.goto('/overview');

  await test.step('NAV-13 the add menu opens the choice', async () => {
    await page.getByRole('button', { name: de('shell.add.button') }).click();
    await page.getByRole('menuitem', { name: de('shell.add.order_from_contract') }).click();
    await expect(page).toHaveURL(/\/procurement\/form\?select-contract/);
    await expect(dialog(page, de)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('nothing is taken over without a contract', async () => {
    await page.keyboard.press('Enter');
    await dialog(page, de)
      .getByRole('button', { name: de('procurement.contract.take') })
      .click();
    await expect(dialog(page, de)).toBeVisible();
    await expect(
      dialog(page, de).getByText(de('error.specific_field_required').split('{{')[0] ?? ''),
    ).toBeVisible();
    await expectAccessible(page);
  });

  const contract = field(dialog(page, de), de('field.contract_id'));
  await test.step('only contracts of the person are found', async () => {
    await contract.fill('Multifunktionsdrucker');
    await expect(shownText(page, de('shell.field.nothing_found'))).toHaveCount(1);
  });
  await test.step('by number, by name, by supplier', async () => {
    for (const text of ['ct-000001', 'Wiechmann', 'hallenbeleuchtung']) {
      await contract.fill('Multifunktionsdrucker');
      await expect(page.getByRole('option', { name: contractName })).toBeHidden();
      await contract.fill(text);
      await expect(page.getByRole('option', { name: contractName })).toBeVisible();
    }
    await contract.press('Enter');
    await expect(contract).toHaveValue(`CT-000001 ${contractName}`);
    await expect(dialog(page, de).getByText('Elektro Wiechmann GmbH')).toBeVisible();
    await expect(dialog(page, de).getByText('1.495,00')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a second Enter takes it over', async () => {
    await contract.press('Enter');
    await expect(dialog(page, de)).toBeHidden();
    await showHead(page, de);
    await expect(field(page, de('field.name'))).toHaveValue(contractName);
    await expect(field(page, de('field.department_id'))).toHaveValue('Produktion');
    await expect(field(page, de('field.cost_center_id'))).toHaveValue('2100 Instandhaltung');
    await expect(field(page, de('field.ledger_account_id'))).toHaveValue(/^4800/);
    await expect(page.getByText(`CT-000001 ${contractName}`)).toBeVisible();
    await expect(field(page, lineField(de, 'quantity', 1))).toHaveValue('150');
    await expect(field(page, lineField(de, 'description', 3))).toHaveValue('Anfahrt');
    await expect(page.getByText('1.495,00').first()).toBeVisible();
    // The supplier's delivery time proposes a date, as for typed lines.
    await expect(field(page, de('field.delivery_date'))).not.toHaveValue('');
    await expectAccessible(page);
  });

  await test.step('it is saved with its contract', async () => {
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/procurement\/form\?id=\d+/);
    await page.reload();
    await expect(page.getByText(`CT-000001 ${contractName}`)).toBeVisible();
    const id = Number(new URL(page.url()).searchParams.get('id'));
    const { procurement_by_pk } = await ask<{ procurement_by_pk: unknown }>(
      'requester',
      `query ($id: bigint!) { procurement_by_pk(id: $id) {
         type usage_type payment_timing total_netto contract { contract_number_formatted }
         procurement_lines { supplier { name } } } }`,
      { id },
    );
    expect(procurement_by_pk).toEqual({
      type: 'recurring_contract',
      usage_type: 'quarterly',
      payment_timing: 'postpaid',
      total_netto: 1495,
      contract: { contract_number_formatted: 'CT-000001' },
      procurement_lines: Array(3).fill({ supplier: { name: 'Elektro Wiechmann GmbH' } }),
    });
  });
  await page.context().close();
});

test('OVW-04 a document is found by the category of its contract', deep, async ({ browser }) => {
  await switchContracts(true);
  const page = await personPage(browser, 'requester');
  await page.goto('/overview?tab=drafts');
  const found = page.getByRole('table').getByRole('link', { name: contractName });
  await expect(found.first()).toBeVisible();
  await page.getByRole('button', { name: de('overview.filter.add'), exact: true }).click();
  await page.getByRole('menuitem', { name: de('overview.filter.contract_category') }).click();
  const rental = page.getByRole('checkbox', { name: de('overview.contract_category.rental') });
  await rental.check();
  await expect(page.getByRole('heading', { name: de('overview.no_hits.title') })).toBeVisible();
  await rental.uncheck();
  await page.getByRole('checkbox', { name: de('overview.contract_category.maintenance') }).check();
  await expect(found.first()).toBeVisible();
  await expect(page).toHaveURL(/[?&]contract_category=maintenance/);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.filter({ hasNot: page.getByRole('link', { name: contractName }) })).toHaveCount(0);
  await page.context().close();
});

test(
  'PROC-25 a request is taken off its contract; without prices, a confirmation is needed before they are lost',
  deep,
  async ({ browser }) => {
    await switchContracts(true);
    const taken = async (page: Page): Promise<void> => {
      await page.goto('/procurement/form?select-contract');
      const contract = field(dialog(page, de), de('field.contract_id'));
      await choose(contract, 'CT-000001');
      await dialog(page, de)
        .getByRole('button', { name: de('procurement.contract.take') })
        .click();
      await expect(field(page, de('field.name'))).toHaveValue(contractName);
    };
    const leave = (place: Page | Locator) =>
      place.getByRole('button', { name: de('procurement.contract.unlink') });

    await test.step('nothing changes but the link and the kind', async () => {
      const page = await personPage(browser, 'requester');
      await taken(page);
      await leave(page).click();
      await expect(leave(page)).toHaveCount(0);
      await expect(page.getByText('1.495,00').first()).toBeVisible();
      await page.getByRole('button', { name: de('document.save_draft') }).click();
      await expect(page).toHaveURL(/id=\d+/);
      const id = Number(new URL(page.url()).searchParams.get('id'));
      const { procurement_by_pk } = await ask<{ procurement_by_pk: unknown }>(
        'requester',
        'query ($id: bigint!) { procurement_by_pk(id: $id) { type contract_id total_netto } }',
        { id },
      );
      expect(procurement_by_pk).toEqual({ type: 'single_invoice', contract_id: null, total_netto: 1495 });
    });

    await test.step('the question, and going back', async () => {
      const page = await windowWithoutPrices(browser);
      await taken(page);
      await leave(page).click();
      const question = page.getByRole('dialog', { name: de('procurement.contract.unlink_title') });
      await expect(question).toContainText(de('procurement.contract.unlink_text'));
      await expectAccessible(page);
      await question.getByRole('button', { name: de('shell.cancel') }).click();
      await expect(question).toBeHidden();
      await expect(page.getByText(`CT-000001 ${contractName}`)).toBeVisible();
      await leave(page).click();
      await leave(question).click();
      await expect(question).toBeHidden();
      await expect(leave(page)).toHaveCount(0);
    });
  },
);

async function windowWithoutPrices(browser: Browser): Promise<Page> {
  const page = await invitedPage(browser, (await newPersonWithoutPrices()).email);
  await page.evaluate(() => localStorage.setItem('lang', 'de'));
  await page.setViewportSize({ width: 1440, height: 900 });
  return page;
}

test('PROC-25 in English: a contract is chosen, and the choice can be removed', deep, async ({ browser }) => {
  await switchContracts(true);
  const page = await personPage(browser, 'requester', 'en');
  await page.goto('/procurement/form?select-contract');
  await expect(dialog(page, en)).toBeVisible();
  await expectAccessible(page);

  await test.step('without its contract it is an ordinary request', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page, en)).toBeHidden();
    await expect(page).toHaveURL(/\/procurement\/form$/);
    await expect(field(page, en('field.name'))).toHaveValue('');
  });

  await test.step('asked again from the menu', async () => {
    await page.getByRole('button', { name: en('shell.add.button') }).click();
    await page.getByRole('menuitem', { name: en('shell.add.order_from_contract') }).click();
    await choose(field(dialog(page, en), en('field.contract_id')), 'CT-000001');
    await expect(dialog(page, en).getByText('1,495.00')).toBeVisible();
    await dialog(page, en)
      .getByRole('button', { name: en('procurement.contract.take') })
      .click();
    await expect(field(page, en('field.name'))).toHaveValue(contractName);
    await expectAccessible(page);
  });
  await page.context().close();
});
