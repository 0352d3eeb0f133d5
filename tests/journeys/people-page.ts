import { type Browser, expect, type Page } from '@playwright/test';
import { ask, type Person, texts } from './procurement-people.ts';
import { newestMail } from './session.ts';

/** Helpers for tests with their own people, in German. */

const t = texts('de');

/** A person unknown to other journeys, without a department, who approves up to the limit, if any. */
export async function newPerson(
  name: string,
  approvalLimit: string | null = null,
): Promise<{ readonly id: number; readonly email: string }> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${Date.now().toString(36)}@demo.test`;
  const { insert_lb_user_one } = await ask<{ insert_lb_user_one: { id: number } }>(
    'admin',
    `mutation ($object: lb_user_insert_input!) { insert_lb_user_one(object: $object) { id } }`,
    { object: { name, email, roles: ['user-price'], approval_limit: approvalLimit } },
  );
  return { id: insert_lb_user_one.id, email };
}

/** A group of one person without an approval limit. */
export async function newApprovingGroup(name: string, member: Person): Promise<void> {
  const { lb_user } = await ask<{ lb_user: { id: number }[] }>(
    'admin',
    'query ($email: String!) { lb_user(where: { email: { _eq: $email } }) { id } }',
    { email: `${member}@demo.test` },
  );
  await ask(
    'admin',
    `mutation ($object: task_group_insert_input!) { insert_task_group_one(object: $object) { id } }`,
    {
      object: {
        name,
        roles: ['user-price'],
        approval_limit: '100000',
        task_group_users: { data: lb_user.map(({ id }) => ({ lb_user_id: id })) },
      },
    },
  );
}

/** Ends the person's absence and removes the substitute. */
export async function endAbsence(person: Person): Promise<void> {
  await ask(
    'admin',
    `mutation ($email: String!) { update_lb_user(where: { email: { _eq: $email } },
      _set: { substitute_id: null, absence_from: null, absence_to: null }) { affected_rows } }`,
    { email: `${person}@demo.test` },
  );
}

/** A person of the requester's company and department with access to contracts, but without prices. */
export async function newPersonWithoutPrices(): Promise<{ readonly email: string }> {
  const { id, email } = await newPerson('Wanda Ohnepreis');
  const { lb_user } = await ask<{ lb_user: Record<string, unknown>[] }>(
    'admin',
    '{ lb_user(where: { email: { _eq: "requester@demo.test" } }) { client_id department_id cost_center_id } }',
  );
  await ask(
    'admin',
    `mutation ($id: bigint!, $set: lb_user_set_input!) {
      update_lb_user_by_pk(pk_columns: { id: $id }, _set: $set) { id } }`,
    { id, set: { ...lb_user[0], roles: ['user-see-contracts'] } },
  );
  return { email };
}

/** A window of a new person logged in by the invitation (AUTH-27). */
export async function invitedPage(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  const { text } = await newestMail(page, email, /\/login\//);
  const link = /https?:\/\/\S+\/login\/\S+/.exec(text)?.[0];
  const { pathname, search } = new URL(link ?? '');
  await page.goto(pathname + search);
  await page.getByRole('button', { name: /Jetzt anmelden|Log in now/ }).click();
  await expect(page).toHaveURL(/\/overview/);
  return page;
}

export async function openRights(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/user/form?id=${id}&tab=rights`);
  await expect(page.getByRole('heading', { name: t('people.access') })).toBeVisible();
}
