import { expect, type Locator, type Page } from '@playwright/test';
import { deep, longestWait } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { runningContract } from './own-contract.ts';
import { ask, personPage, texts } from './procurement-people.ts';
import { choose, field } from './request-page.ts';
import { mailsTo, newestMail } from './session.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const button = (page: Page | Locator, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`contract.actions.${action}`)}`) });
const opened = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/contract/form?id=${id}`);
  await expect(page.getByText(/CT-\d+/).first()).toBeVisible();
};

test(
  'CON-31 CON-10 a notice with its letter: previewed, mailed to the partner, kept with the contract',
  deep,
  async ({ browser }) => {
    const { id } = await runningContract(browser, `Wartung Kräne ${Date.now()}`);
    const page = await personPage(browser, 'admin');
    const dialog = page.getByRole('dialog');
    const address = `kuendigung.${Date.now()}@partner.example`;

    await test.step('the dialog offers a letter, and shows a preview', async () => {
      await opened(page, id);
      await button(page, 'terminate').click();
      await expect(field(dialog, t('contract.letter.recipient'))).toHaveCount(0);
      await choose(field(dialog, t('contract.letter.label')), t('contract.letter.channel.email'));
      await field(dialog, t('contract.letter.recipient')).fill('');
      await expect(dialog).toContainText(t('contract.letter.no_address'));
      await field(dialog, t('contract.letter.recipient')).fill(address);
      await expectAccessible(page);
      const [letter] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: t('contract.letter.preview') }).click(),
      ]);
      expect(letter.suggestedFilename()).toMatch(/\.pdf$/);
    });
    await test.step('the letter is sent with the notice, and the page shows this', async () => {
      await button(dialog, 'terminate').click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(t('status.contract.cancelled')).first()).toBeVisible();
      const note = page.getByRole('region', { name: t('contract.letter.label') });
      await expect(note).toContainText(`Kündigungsschreiben an ${address} gesendet`);
      await expectAccessible(page);
      const mail = await newestMail(page, address);
      expect(mail.text).toContain('Kündigung des Vertrags');
    });
    await test.step('ARC-01 the letter is among the documents, and cannot be removed', async () => {
      await page.getByRole('tab', { name: t('contract.tab.documents') }).click();
      const panel = page.getByRole('tabpanel');
      await expect(panel.getByText(/^Kündigung des Vertrags .*\.pdf$/).first()).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('the confirmation of the partner is recorded', async () => {
      await button(page, 'confirm_termination').click();
      await button(dialog, 'confirm_termination').click();
      await expect(page.getByText(/Kündigung bestätigt am/).first()).toBeVisible();
    });
    await page.context().close();
  },
);

test(
  'GEN-07 CON-24 CON-25 OVW-10 a reminder is mailed, is listed in tasks and on the dashboard, and is decided',
  deep,
  async ({ browser }) => {
    const { id, name, number } = await runningContract(browser, `Wartung Tore ${Date.now()}`);
    const note = `Preise vergleichen ${Date.now()}`;
    const { lb_user: people } = await ask<{ lb_user: readonly { name: string }[] }>(
      'admin',
      '{ lb_user(where: { email: { _eq: "admin@demo.test" } }) { name } }',
    );
    const page = await personPage(browser, 'admin');
    const dialog = page.getByRole('dialog');

    await test.step('a reminder for today is set', async () => {
      await opened(page, id);
      const reminders = page.getByRole('region', { name: t('contract.reminders'), exact: true });
      await reminders.getByRole('button', { name: t('contract.add_reminder') }).click();
      await field(reminders, t('contract.reminder_day')).fill('01.03.2026');
      await field(reminders, t('contract.reminder_note')).fill(note);
      await choose(field(reminders, t('contract.reminded')), people[0]?.name ?? '');
      await expectAccessible(page);
      await reminders.getByRole('button', { name: t('contract.set_reminder'), exact: true }).click();
      await expect(reminders.getByText(note)).toBeVisible();
    });
    await test.step('it is mailed at once, with a link to the contract', async () => {
      await expect(async () => {
        const texts = (await mailsTo(page, 'admin@demo.test')).map(({ text }) => text);
        const own = texts.find((text) => text.includes(note));
        expect(own).toContain(`/contract/form?id=${id}`);
      }).toPass({ timeout: longestWait });
    });
    const onDashboard = page
      .getByRole('region', { name: t('dashboard.contracts.reminders'), exact: true })
      .getByRole('listitem')
      .filter({ hasText: note });
    await test.step('DASH-04 it is on the dashboard, which links to the contract', async () => {
      await page.goto('/dashboard');
      await expect(onDashboard).toContainText('01.03.2026');
      await expectAccessible(page);
      await onDashboard.getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`/contract/form\\?id=${id}`));
    });
    await test.step('it is among the tasks until it is decided', async () => {
      await page.goto('/overview');
      await page
        .getByRole('button', { name: `${t('action.show.decide')}: ${number}` })
        .first()
        .click();
      await expect(page).toHaveURL(new RegExp(`/contract/form\\?id=${id}`));
      await button(page, 'acknowledge').click();
      await expect(dialog).toContainText(note);
      await choose(field(dialog, t('contract.decision_label')), t('contract.choice.decision.renegotiate'));
      await expectAccessible(page);
      await button(dialog, 'acknowledge').click();
      await expect(page).toHaveURL(/\/overview/);
      await expect(page.getByText(name)).toHaveCount(0);
      await page.goto('/dashboard');
      const reminders = page.getByRole('region', { name: t('dashboard.contracts.reminders'), exact: true });
      await expect(
        reminders
          .getByRole('list')
          .or(reminders.getByText(t('dashboard.contracts.no_reminders')))
          .first(),
      ).toBeVisible();
      await expect(onDashboard).toHaveCount(0);
    });
    await test.step('the timeline shows the decisions and persons', async () => {
      await opened(page, id);
      await expect(page.getByText(/hat entschieden: neu verhandeln/).first()).toBeVisible();
      await expectAccessible(page);
    });
    await page.context().close();
  },
);

test('CON-25 CON-10 the decision to give notice opens its dialog', deep, async ({ browser }) => {
  const { id } = await runningContract(browser, `Wartung Aufzug ${Date.now()}`);
  const page = await personPage(browser, 'admin');
  const dialog = page.getByRole('dialog');
  await opened(page, id);
  const reminders = page.getByRole('region', { name: t('contract.reminders'), exact: true });
  await reminders.getByRole('button', { name: t('contract.add_reminder') }).click();
  await field(reminders, t('contract.reminder_day')).fill('01.03.2026');
  await reminders.getByRole('button', { name: t('contract.set_reminder'), exact: true }).click();
  await expect(reminders.getByText('01.03.2026')).toBeVisible();
  await expect(async () => {
    await opened(page, id);
    await expect(button(page, 'acknowledge')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: longestWait });
  await button(page, 'acknowledge').click();
  // Choosing this changes the dialog.
  const decision = field(dialog, t('contract.decision_label'));
  await decision.fill(t('contract.choice.decision.terminate'));
  await page.getByRole('option', { name: t('contract.choice.decision.terminate') }).click();
  await expect(dialog).toContainText(t('contract.dialog.terminate.title'));
  await button(dialog, 'terminate').click();
  await expect(page).toHaveURL(/\/overview/);
  await opened(page, id);
  await expect(page.getByText(t('status.contract.cancelled')).first()).toBeVisible();
  await expect(button(page, 'acknowledge')).toHaveCount(0);
  await page.context().close();
});
