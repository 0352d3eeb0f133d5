import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { save } from './admin-page.ts';
import { test } from './journey.ts';
import { endAbsence, invitedPage, newPerson } from './people-page.ts';
import { ask, createRequest, documentAs, personPage, texts } from './procurement-people.ts';
import { actionButton, choose, expectDone, field, timelineOf } from './request-page.ts';

const t = texts('de');

test(
  'APPR-15 APPR-08 a substitute approves for one of two persons, and does not count as the other',
  deep,
  async ({ browser, afterwards }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/user');
    const { lb_user, client } = await ask<
      Record<'lb_user' | 'client', { id: number; min_approval?: number }[]>
    >(
      'admin',
      `{ lb_user(where: { email: { _eq: "approver1@demo.test" } }) { id }
       client(where: { lb_users: { email: { _eq: "requester@demo.test" } } }) { id min_approval } }`,
    );
    const [absent, company] = [lb_user[0]?.id, client[0]];
    const needsApprovals = (count: number) =>
      ask(
        'admin',
        `mutation ($id: bigint!, $count: Int!) {
        update_client_by_pk(pk_columns: { id: $id }, _set: { min_approval: $count }) { id } }`,
        { id: company?.id, count },
      );
    const name = `Vertretung Vogt ${Date.now().toString(36)}`;
    const { id: substitute, email } = await newPerson(name, '100000');
    afterwards(() => needsApprovals(1));
    afterwards(() => endAbsence('approver1'));
    afterwards(() =>
      ask(
        'admin',
        'mutation ($id: bigint!) { update_lb_user_by_pk(pk_columns: { id: $id }, _set: { active: false }) { id } }',
        { id: substitute },
      ),
    );
    await needsApprovals(2);

    await page.goto(`/admin/user/form?id=${absent}`);
    await field(page, t('entity.lb_user.field.absence_from')).fill('+0');
    await field(page, t('entity.lb_user.field.absence_to')).fill('+7');
    await choose(field(page, t('entity.lb_user.field.substitute_id')), name);
    await save(page);
    const request = await createRequest(browser, 'Zwei müssen freigeben');

    const hers = await invitedPage(browser, email);
    await hers.goto(`/procurement/form?id=${request}`);
    await expect(timelineOf(hers, t).getByText(`${name} für Torsten Lüders`).first()).toBeVisible();
    await actionButton(hers, t, 'approve').click();
    await expectDone(hers);
    expect(await documentAs('requester', request)).toMatchObject({ status: 'approval' });
    await hers.goto(`/procurement/form?id=${request}`);
    await expect(timelineOf(hers, t).getByText(`${name} für Torsten Lüders`).first()).toBeVisible();
    await expect(actionButton(hers, t, 'approve')).toHaveCount(0);
    await expectAccessible(hers);

    const second = await personPage(browser, 'approver2');
    await second.goto(`/procurement/form?id=${request}`);
    await actionButton(second, t, 'approve').click();
    await expectDone(second);
    expect(await documentAs('requester', request)).toMatchObject({ status: 'approved' });
  },
);
