import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { readCalendar } from '../support/read-calendar.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { invitedPage, newPersonWithoutPrices } from './people-page.ts';
import { ask, logIn, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
const section = (page: Page) => page.getByRole('region', { name: t('profile.calendar.title') });
const button = (page: Page, step: string) =>
  section(page).getByRole('button', { name: t(`profile.calendar.${step}`), exact: true });
const address = (page: Page) => section(page).getByLabel(t('profile.calendar.address'));
const confirm = (page: Page, step: string) =>
  page
    .getByRole('dialog', { name: t(`profile.calendar.${step}_title`) })
    .getByRole('button', { name: t(`profile.calendar.${step}`), exact: true })
    .click();

/** A contract with a deadline, of the requester's company and department. */
async function newContract(
  name: string,
): Promise<{ readonly id: number; readonly termination_deadline: string }> {
  const { lb_user: people } = await ask<{ lb_user: readonly Record<string, unknown>[] }>(
    'admin',
    '{ lb_user(where: { email: { _eq: "requester@demo.test" } }) { client_id department_id } }',
  );
  const terms = {
    term_type: 'fixed',
    start_date: '2098-01-01',
    duration: '12',
    duration_unit_type: 'month',
    renewal_type: 'auto',
    renewal_duration: '12',
    renewal_duration_unit_type: 'month',
    notice_period: '3',
    notice_period_unit_type: 'month',
  };
  const { contract_save: contract } = await ask<{
    contract_save: { readonly id: number; readonly termination_deadline: string };
  }>(
    'admin',
    `mutation ($key: uuid!, $head: contract_save_head_input) {
      contract_save(idempotency_key: $key, head: $head) { id termination_deadline } }`,
    { key: randomUUID(), head: { name, ...people[0], ...terms } },
  );
  return contract;
}

test(
  'CON-30 PROF-01 contracts appear in a calendar program, at an address that can be renewed and switched off',
  deep,
  async ({ browser }) => {
    await logIn(browser, 'admin');
    const name = `Wartung, Krane und Обслуживание ${randomUUID().slice(0, 8)}`;
    const contract = await newContract(name);
    const page = await invitedPage(browser, (await newPersonWithoutPrices()).email);
    await page.evaluate(() => localStorage.setItem('lang', 'de'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/profile');

    await test.step('it is switched on, and its address is copied', async () => {
      await button(page, 'switch_on').click();
      await expect(address(page)).toHaveValue(/\/api\/contract\/calendar\/[\w-]{43}\.ics$/);
      await expectAccessible(page);
      await button(page, 'copy').click();
      await expect(button(page, 'copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        await address(page).inputValue(),
      );
    });
    const first = await address(page).inputValue();

    await test.step('a program with only the address finds the deadline', async () => {
      const answer = await fetch(first);
      expect(answer.headers.get('content-type')).toContain('text/calendar');
      const { events } = readCalendar(await answer.text());
      const deadline = events.find(({ UID }) => UID?.startsWith(`contract-${contract.id}-deadline@`));
      expect(deadline).toMatchObject({
        DTSTART: contract.termination_deadline.replaceAll('-', ''),
        SUMMARY: expect.stringContaining(name),
      });
      expect(new URL(deadline?.URL ?? '').search).toBe(`?id=${contract.id}`);
    });

    await test.step('the address is not shown again, only the last access', async () => {
      await page.reload();
      await expect(section(page)).toContainText(
        t('profile.calendar.last_read').replace('{{time}}', '').trim(),
      );
      await expect(address(page)).toHaveCount(0);
    });

    await test.step('a new address replaces the former one', async () => {
      const other = await page.context().newPage();
      await other.goto('/profile');
      await expect(button(other, 'renew')).toBeVisible();
      await button(page, 'renew').click();
      await expectAccessible(page);
      await confirm(page, 'renew');
      await expect(address(page)).toBeVisible();
      expect((await fetch(first)).status).toBe(404);
      expect((await fetch(await address(page).inputValue())).status).toBe(200);
      // An outdated window does not end the new address by accident.
      await button(other, 'renew').click();
      await confirm(other, 'renew');
      await expect(other.getByRole('alert').filter({ hasText: t('error.calendar_changed') })).toBeVisible();
      expect((await fetch(await address(page).inputValue())).status).toBe(200);
      await other.close();
    });

    await test.step('it is removed when switched off', async () => {
      const last = await address(page).inputValue();
      await button(page, 'switch_off').click();
      await confirm(page, 'switch_off');
      await expect(button(page, 'switch_on')).toBeVisible();
      expect((await fetch(last)).status).toBe(404);
    });
    await page.context().close();
  },
);
