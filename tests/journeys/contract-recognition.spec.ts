import { expect, type Locator, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { drawContract } from '../support/drawn-contract.ts';
import { pdf } from '../support/sample-files.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { runningContract } from './own-contract.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { field } from './request-page.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const head = (page: Page, column: string) => page.locator(`input[name="head.${column}"]`);
const panel = (page: Page) => page.getByRole('region', { name: t('contract.reading.title'), exact: true });
const pane = (page: Page) => page.getByRole('region', { name: t('contract.reading.document'), exact: true });
const proposal = (page: Page, label: string) => page.getByRole('group', { name: new RegExp(`^${label}: `) });
const button = (page: Page | Locator, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`contract.actions.${action}`)}`) });

test(
  'CON-01 ARC-01 REC-05 a contract PDF proposes its values, and no typed value is lost',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const { supplier } = await ask<{ supplier: readonly { name: string }[] }>(
      'admin',
      '{ supplier(where: { name: { _ilike: "%GmbH" }, active: { _eq: true } }, order_by: { name: asc }, limit: 1) { name } }',
    );
    const partner = supplier[0]?.name ?? '';
    const number = `SW-${Date.now()}`;
    const page = await personPage(browser, 'admin');

    await test.step('it is dropped on a new contract with typed values', async () => {
      await page.goto('/contract/form');
      await field(page, t('field.name')).fill(`Software ${number}`);
      await head(page, 'notice_period').fill('6');
      await expect(panel(page)).toContainText(t('contract.reading.drop'));
      await expectAccessible(page);
      await panel(page)
        .locator('input[type="file"]')
        .setInputFiles({
          name: 'Softwarevertrag.pdf',
          mimeType: 'application/pdf',
          buffer: await drawContract({ name: partner }, number),
        });
      await expect(page).toHaveURL(/\/contract\/form\?id=\d+/);
      await head(page, 'start_date').focus();
    });
    await test.step('it is read in the background, and the document is shown beside the fields', async () => {
      await expect(panel(page)).toContainText(/Vorschläge aus Softwarevertrag\.pdf/, { timeout: 60_000 });
      await expect(head(page, 'start_date')).toBeFocused();
      await expect(pane(page).locator('canvas').first()).toBeVisible();
      await expect(head(page, 'start_date')).toHaveValue('');
      await expect(proposal(page, t('contract.partner'))).toContainText(partner);
      await expect(proposal(page, t('field.contract_date'))).toContainText(t('contract.reading.unsure'));
      await expectAccessible(page);
    });
    await test.step('a click shows its position', async () => {
      const start = proposal(page, t('field.start_date'));
      await expect(start).toContainText('01.07.2026');
      await start.getByRole('button', { name: /^Seite 1 zeigen/ }).click();
      await expect(pane(page).locator('[data-page="1"]')).toContainText(
        `${t('field.start_date')}: 01.07.2026`,
      );
    });
    await test.step('one is taken by keyboard, one is dismissed', async () => {
      const start = proposal(page, t('field.start_date'));
      await start.getByRole('button', { name: /übernehmen/ }).focus();
      await page.keyboard.press('Enter');
      await expect(head(page, 'start_date')).toHaveValue('01.07.2026');
      await expect(start).toHaveCount(0);
      const signed = proposal(page, t('field.contract_date'));
      await signed.getByRole('button', { name: new RegExp(`^${t('contract.reading.dismiss')}`) }).click();
      await expect(signed).toHaveCount(0);
    });
    await test.step('all others are taken at once, except for the field with another value', async () => {
      await panel(page)
        .getByRole('button', { name: /übernehmen/ })
        .click();
      await expect(head(page, 'duration')).toHaveValue('24');
      await expect(head(page, 'external_contract_number')).toHaveValue(number);
      await expect(head(page, 'supplier_id')).toHaveValue(new RegExp(partner));
      await expect(head(page, 'renewal_duration')).toHaveValue('12');
      await expect(head(page, 'notice_period')).toHaveValue('6');
      const notice = proposal(page, t('field.notice_period'));
      await expect(notice).toContainText('3 Monate');
      await notice.getByRole('button', { name: /ersetzen durch/ }).click();
      await expect(head(page, 'notice_period')).toHaveValue('3');
      const name = proposal(page, t('field.name'));
      await expect(name).toContainText('Softwarevertrag');
      await name.getByRole('button', { name: new RegExp(`^${t('contract.reading.dismiss')}`) }).click();
      await expect(panel(page)).toContainText('Alle Vorschläge aus Softwarevertrag.pdf');
      await expectAccessible(page);
    });
    await test.step('it is saved, and the document is kept', async () => {
      await page.keyboard.press('Control+s');
      await expect(page.getByText(t('shell.toast.saved')).first()).toBeVisible();
      await page.reload();
      await expect(head(page, 'duration')).toHaveValue('24');
      await expect(panel(page)).toContainText('Alle Vorschläge aus Softwarevertrag.pdf');
      await expect(proposal(page, t('field.contract_date'))).toHaveCount(0);
      await page.getByRole('tab', { name: t('contract.tab.documents') }).click();
      await expect(page.getByRole('tabpanel')).toContainText('Softwarevertrag.pdf');
    });
    await page.context().close();
  },
);

test('CON-01 on the phone a proposal opens the document at its position', deep, async ({ browser }) => {
  await logIn(browser, 'admin');
  const page = await personPage(browser, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contract/form');
  await panel(page)
    .locator('input[type="file"]')
    .setInputFiles({
      name: 'Vertrag.pdf',
      mimeType: 'application/pdf',
      buffer: await drawContract({ name: 'Unbekannt GmbH' }, `T-${Date.now()}`),
    });
  await expect(panel(page)).toContainText(/Vorschläge aus Vertrag\.pdf/, { timeout: 60_000 });
  await expect(pane(page).locator('canvas')).toHaveCount(0);
  const partner = proposal(page, t('contract.partner'));
  await expect(partner).toContainText(`Unbekannt GmbH ${t('contract.reading.unknown_partner')}`);
  await expect(field(page, t('field.name'))).toHaveValue('Vertrag');
  const start = proposal(page, t('field.start_date'));
  await start.getByRole('button', { name: /^Seite 1 zeigen/ }).click();
  await expect(pane(page).locator('[data-page="1"]')).toContainText(`${t('field.start_date')}: 01.07.2026`);
  await expect(pane(page).getByText(`${t('field.start_date')}: 01.07.2026`)).toBeInViewport();
  await expectAccessible(page);
  await page.context().close();
});

test('TECH-20 REC-09 an unreadable contract is read again by a click', deep, async ({ browser }) => {
  await logIn(browser, 'admin');
  const page = await personPage(browser, 'admin');
  await page.goto('/contract/form');
  await panel(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: 'Vertrag.pdf', mimeType: 'application/pdf', buffer: pdf });
  const note = panel(page).getByText(/^Nicht erkannt: /);
  await expect(note).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const readings = async () =>
    (
      await ask<{ contract_recognition: readonly { state: string }[] }>(
        'admin',
        `{ contract_recognition(where: { contract_id: { _eq: ${id} } }) { state } }`,
      )
    ).contract_recognition.map(({ state }) => state);
  expect(await readings()).toEqual(['failed']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  // It may run only for a moment.
  const running = page.waitForFunction(
    (text) => document.body.textContent?.includes(text),
    t('contract.reading.running'),
    { polling: 'raf' },
  );
  await button(panel(page), 'read_again').click();
  await running;
  await expect.poll(readings, { timeout: 60_000 }).toEqual(['failed', 'failed']);
  await expect(note).toBeVisible();
  await page.context().close();
});

test(
  'CON-10 CON-28 a notice with its proof, whose day of receipt is corrected',
  deep,
  async ({ browser }) => {
    const { id } = await runningContract(browser, `Wartung Lüftung ${Date.now()}`);
    const page = await personPage(browser, 'admin');
    const dialog = page.getByRole('dialog');
    const proof = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf });
    await page.goto(`/contract/form?id=${id}`);
    await button(page, 'terminate').click();
    await dialog.locator('input[type="file"]').setInputFiles(proof('Einlieferungsbeleg.pdf'));
    await expect(dialog).toContainText('Einlieferungsbeleg.pdf');
    await expectAccessible(page);
    await button(dialog, 'terminate').click();
    await expect(page.getByText(t('status.contract.cancelled')).first()).toBeVisible();

    await page.getByRole('tab', { name: t('contract.tab.documents') }).click();
    const files = page.getByRole('tabpanel');
    await expect(files).toContainText('Einlieferungsbeleg.pdf');
    await files.locator('input[type="file"]').setInputFiles(proof('Rückschein.pdf'));
    await expect(files).toContainText('Rückschein.pdf');

    await page
      .getByRole('button', { name: t('shell.more_actions') })
      .last()
      .click();
    await page.getByRole('menuitem', { name: t('contract.actions.correct_receipt') }).click();
    await field(dialog, t('field.terminated_on')).fill('+9');
    await field(dialog, t('field.terminated_on')).press('Tab');
    await expectAccessible(page);
    await button(dialog, 'correct_receipt').click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Eingang der Kündigung berichtigt: .* statt /).first()).toBeVisible();
    await page.context().close();
  },
);
