import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, addMonths, type Day, daysBetween } from '../../src/base/day.ts';
import { monthEndOf } from '../../src/base/periods.ts';
import { formatDay } from '../../src/base/typed-day.ts';
import { lastWorkingDayUntil } from '../../src/features/contract/term/working-days.ts';
import { deep, longestWait } from '../support/depth.ts';
import { today as currentDay } from '../support/today.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { runningContract } from './own-contract.ts';
import { inDatabase } from './own-database.ts';
import { ask, logIn, personPage, texts } from './procurement-people.ts';
import { choose, field, timelineOf } from './request-page.ts';
import { mailsTo } from './session.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const shown = (day: Day): string => formatDay(day, 'de');
const button = (page: Page | Locator, action: string) =>
  page.getByRole('button', { name: new RegExp(`^${t(`contract.actions.${action}`)}`) });
const dates = (page: Page) => page.getByRole('region', { name: t('contract.dates.title') });
const opened = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/contract/form?id=${id}`);
  await expect(page.getByText(/CT-\d+/).first()).toBeVisible();
};

/** A year that renews itself for a year, with notice in days until a deadline; `end` is that of the first year. */
function termsUntil(deadline: Day) {
  const start_date = `${addMonths(deadline, -6).slice(0, 7)}-01`;
  const end = monthEndOf(addMonths(start_date, 11)) ?? deadline;
  const later = monthEndOf(addMonths(start_date, 23)) ?? deadline;
  const notice = { notice_period: String(daysBetween(deadline, end)), notice_period_unit_type: 'day' };
  return { end, later, terms: { start_date, ...notice, usage_type: 'yearly' } };
}

async function read(id: number): Promise<{ end_date: Day; termination_deadline: Day }> {
  const { contract_by_pk: found } = await ask<{
    contract_by_pk: { end_date: Day; termination_deadline: Day };
  }>('admin', `{ contract_by_pk(id: ${id}) { end_date termination_deadline } }`);
  return found;
}

test(
  'CON-28 CON-32 a notice two days before the deadline: a letter comes too late and costs a year, an email does not',
  deep,
  async ({ browser }) => {
    const today = currentDay();
    // A letter takes three days; an email is safe on working days only.
    const deadline = addDays(today, 2);
    const email = lastWorkingDayUntil(deadline, null) ?? deadline;
    const safe = t(`overview.safe.${email < today ? 'over' : 'email'}`).replace('{{email}}', shown(email));
    const { end, later, terms } = termsUntil(deadline);
    const { id } = await runningContract(browser, `Wartung Tore ${Date.now()}`, terms);
    const address = `kuendigung.${Date.now()}@partner.example`;
    const page = await personPage(browser, 'admin');
    const dialog = page.getByRole('dialog');

    await test.step('the page says that a letter is too late, until when an email may leave, and what is at stake', async () => {
      expect(await read(id)).toMatchObject({ end_date: end, termination_deadline: deadline });
      await opened(page, id);
      await expect(dates(page)).toContainText(safe);
      await expect(dates(page)).toContainText(
        `Ende am ${shown(later)} statt am ${shown(end)}, 848,00 € mehr`,
      );
      await expectAccessible(page);
    });
    await test.step('the dialog warns of a letter, and no more of an email', async () => {
      await button(page, 'terminate').click();
      await expect(dialog.getByRole('alert')).toContainText('848,00 € mehr');
      await expect(dialog).toContainText(`Der Vertrag endet am ${shown(later)}.`);
      await expectAccessible(page);
      await choose(field(dialog, t('contract.letter.label')), t('contract.letter.channel.email'));
      await expect(dialog.getByRole('alert').filter({ hasText: 'mehr' })).toHaveCount(0);
      await expect(dialog).toContainText(`Der Vertrag endet am ${shown(end)}.`);
      await field(dialog, t('contract.letter.recipient')).fill(address);
    });
    await test.step('the notice leaves by email, to the earliest end', async () => {
      await button(dialog, 'terminate').click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(t('status.contract.cancelled')).first()).toBeVisible();
      await expect.poll(async () => (await read(id)).end_date).toBe(end);
      await expect.poll(async () => (await mailsTo(page, address)).length, { timeout: longestWait }).toBe(1);
      await expect(page.getByText(`Gekündigt zum ${shown(end)}`).first()).toBeVisible();
    });
    await test.step('a corrected receipt moves the end, and sends a new letter', async () => {
      await page
        .getByRole('button', { name: t('shell.more_actions') })
        .last()
        .click();
      await page.getByRole('menuitem', { name: t('contract.actions.correct_receipt') }).click();
      await field(dialog, t('field.terminated_on')).fill(shown(addDays(deadline, 1)));
      await expect(dialog).toContainText(t('contract.dialog.correct_receipt.other_end'));
      await choose(field(dialog, t('contract.letter.label')), t('contract.letter.channel.email'));
      await field(dialog, t('contract.letter.recipient')).fill(address);
      await field(dialog, t('document.comment')).fill('Der Partner hat die E-Mail erst danach erhalten');
      await button(dialog, 'correct_receipt').click();
      await expect(dialog).toBeHidden();
      await expect.poll(async () => (await read(id)).end_date).toBe(later);
      await expect.poll(async () => (await mailsTo(page, address)).length, { timeout: longestWait }).toBe(2);
    });
    await page.context().close();
  },
);

test(
  'CON-33 OVW-10 a deadline that passed undecided is told in timeline and tasks, with the new end and its price',
  deep,
  async ({ browser }) => {
    const missed = addDays(currentDay(), -1);
    const { end, later, terms } = termsUntil(missed);
    const { id, number } = await runningContract(browser, `Wartung Hebebühne ${Date.now()}`, terms);
    await test.step('the night after the deadline', async () => {
      // As the contract stood on the day of its deadline.
      await inDatabase(async (owner) => {
        await owner.query(
          'update contract set termination_deadline = $2, next_possible_contract_end = $3 where id = $1',
          [id, missed, end],
        );
        await owner.query(
          `select set_config('app.tenant_id', tenant_id::text, true), app.enqueue('roll_over_contracts', '{}')
           from contract where id = $1`,
          [id],
        );
      });
      await expect
        .poll(async () => (await read(id)).termination_deadline, { timeout: longestWait })
        .not.toBe(missed);
    });
    const page = await personPage(browser, 'admin');
    await test.step('it is among the tasks, which opens the contract', async () => {
      await page.goto('/overview');
      await page
        .getByRole('button', { name: `${t('action.show.decide')}: ${number}` })
        .first()
        .click();
      await expect(page).toHaveURL(new RegExp(`/contract/form\\?id=${id}`));
    });
    await test.step('its timeline names the day, the new end and the price', async () => {
      const told = `Frist am ${shown(missed)} verpasst, verlängert bis ${shown(later)}, 848,00 €`;
      await expect(timelineOf(page, t)).toContainText(told);
      await expectAccessible(page);
    });
    await page.context().close();
  },
);

test(
  'ENUM-15 CON-22 a notice period in days is counted in days, and a missing one is asked for where a contract renews itself',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const page = await personPage(browser, 'admin');
    await page.goto('/contract/form');
    await field(page, t('field.start_date')).fill('01.01.2099');
    await field(page, t('field.duration')).fill('12');
    await choose(field(page, t('field.renewal_type')), t('contract.choice.renewal_type.auto'));
    await field(page, t('field.renewal_duration')).fill('12');
    await expect(dates(page).getByRole('status')).toContainText(t('field.notice_period'));
    await expect(dates(page)).not.toContainText('31.12.2099');
    await field(page, t('field.notice_period')).fill('60');
    await choose(field(page, t('field.notice_period_unit_type')), t('contract.choice.unit.day'));
    await expect(dates(page)).toContainText('01.11.2099');
    await expect(dates(page)).toContainText('31.12.2100');
    await expect(dates(page).getByRole('status')).toHaveCount(0);
    await expectAccessible(page);
    await field(page, t('field.notice_period')).fill('');
    await page.getByRole('checkbox', { name: t('contract.no_notice_period') }).check();
    await expect(dates(page)).toContainText('31.12.2099');
    await page.context().close();
  },
);
