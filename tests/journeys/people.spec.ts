import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { searchFor } from './list-page.ts';
import { invitedPage, newPerson, openRights } from './people-page.ts';
import { ask, createRequest, documentAs, logIn, personPage, runAction, texts } from './procurement-people.ts';
import { choose, field } from './request-page.ts';
import { addAuthenticator } from './session.ts';

const t = texts('de');

test('ADM-11 AUTH-21 AUTH-22 an administrator acts as a person of the list and returns to it', async ({
  browser,
}) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/user');
  const row = page.getByRole('row').filter({ hasText: 'requester@demo.test' });
  await row.getByRole('button', { name: /^Aktionen für/ }).click();
  await page.getByRole('menuitem', { name: t('people.log_in_as') }).click();
  await expect(page).toHaveURL(/\/overview/);
  const bar = page.getByRole('complementary', { name: t('session.acting.label') });
  await expect(bar).toContainText('Katrin Voss');
  await expect(bar).toContainText('Jonas Petersen');
  await page.getByRole('button', { name: /^Benutzermenü/ }).click();
  await expect(page.getByRole('menuitem', { name: t('admin.title') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);

  await bar.getByRole('button', { name: t('shell.logout') }).click();
  await page.getByRole('button', { name: t('session.acting.leave_back') }).click();
  await expect(page).toHaveURL(/\/admin\/user$/);
  await expect(row).toBeVisible();
  await expect(bar).toHaveCount(0);

  await row.getByRole('button').first().click();
  await page.getByRole('button', { name: t('entity.history') }).click();
  await expect(page.getByRole('dialog')).toContainText(t('session.audit.began'));
  await page.context().close();
});

test('AUD-04 AUD-08 the history names both people, and all values as text', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/user');
  const { email, id } = await newPerson('Vera Verlauf');
  await page.goto(`/admin/user/form?id=${id}`);
  await page.getByRole('button', { name: t('people.log_in_as') }).click();
  const bar = page.getByRole('complementary', { name: t('session.acting.label') });
  await expect(bar).toContainText('Vera Verlauf');
  await page.goto('/profile');
  await field(page, t('profile.name')).fill('Vera Verlaufen');
  await page.getByRole('button', { name: t('profile.save_name') }).click();
  await expect(bar).toContainText('Vera Verlaufen');
  await bar.getByRole('button', { name: t('shell.logout') }).click();
  await page.getByRole('button', { name: t('session.acting.leave_back') }).click();
  await expect(page).toHaveURL(/\/admin\/user$/);
  await page.goto(`/admin/user/form?id=${id}`);
  await page.getByRole('button', { name: t('entity.history') }).click();
  const history = page.getByRole('dialog');
  await expect(history).toContainText('Katrin Voss als Vera Verlaufen');
  await expect(history).toContainText(email);
  await expect(history).toContainText(t('entity.role.user-price'));
  await expect(history).not.toContainText(/user-price|is group|blocked|lb_user/);
  // The exact time, as a tooltip.
  await history.locator('time').first().hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectAccessible(page);
  await page.context().close();
});

test(
  'ADM-10 ROLE-14 a person with an open task is blocked, and another one takes it',
  deep,
  async ({ browser }) => {
    const request = await createRequest(browser, 'Wird übergeben');
    const { id, email } = await newPerson('Gerd Geht', '1000');
    await runAction('admin', request, 'reassign', { person_id: id });
    const his = await invitedPage(browser, email);
    const page = await personPage(browser, 'admin');
    await openRights(page, id);
    await expectAccessible(page);

    await page.getByRole('button', { name: t('people.block'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Gerd Geht sperren?' });
    await expect(dialog).toContainText(`Wird übergeben: ${t('step.approval')}`);
    await expectAccessible(page);
    await choose(field(dialog, t('people.heir')), 'Torsten');
    await expect(dialog).toContainText(/→ Torsten/);
    await dialog.getByRole('button', { name: t('people.hand_over_and_block') }).click();
    await expect(page.getByText(t('people.is_blocked'))).toBeVisible();
    await runAction('approver1', request, 'approve', {});
    expect(await documentAs('requester', request)).not.toMatchObject({ status: 'approval' });

    await test.step('AUTH-09 AUTH-20 the session ends at once', async () => {
      await his.goto('/overview?tab=all');
      await expect(his).toHaveURL(/\/login/);
      await expect(his.getByRole('alert')).toHaveText(t('login.ended.account_blocked'));
      await his.context().close();
    });

    await test.step('the person is marked on the form and in the list, and acting as that person is refused', async () => {
      const mark = t('entity.lb_user.mark.blocked');
      await expect(page.locator('header:has(h1)').getByText(mark, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: t('people.log_in_as') })).toHaveCount(0);
      await page.goto('/admin/user');
      await searchFor(page, email);
      const row = page.getByRole('row').filter({ hasText: email });
      await expect(row.getByText(mark, { exact: true })).toBeVisible();
      await expect(page.getByText(mark, { exact: true })).toHaveCount(1);
      await row.getByRole('button', { name: /^Aktionen für/ }).click();
      await expect(page.getByRole('menuitem', { name: t('entity.deactivate') })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: t('people.log_in_as') })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expectAccessible(page);
      await openRights(page, id);
    });

    await page.getByRole('button', { name: t('people.unblock') }).click();
    await expect(page.getByText(t('people.may_log_in'))).toBeVisible();
    await expect(page.locator('header:has(h1)')).not.toContainText(t('entity.lb_user.mark.blocked'));

    await test.step('SHEET-16 changes made beside the form do not block saving it', async () => {
      await page.goto(`/admin/user/form?id=${id}&tab=general`);
      await field(page, t('entity.lb_user.field.name')).fill('Gerd Bleibt');
      await page.getByRole('button', { name: t('entity.save') }).click();
      await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
    });
    await page.context().close();
  },
);

test('AUTH-23 ADM-12 an API token is shown once, works, and is revoked', deep, async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  await page.goto('/admin/user');
  const { id, email } = await newPerson('Ein Programm');
  await openRights(page, id);
  await expect(page.getByText(t('people.token.none'))).toBeVisible();
  await page.getByRole('button', { name: t('people.token.create') }).click();
  const dialog = page.getByRole('dialog');
  const expires = field(dialog, t('people.token.expires'));

  await test.step('at most two years', async () => {
    await expires.fill('+800');
    await dialog.getByRole('button', { name: t('people.token.create') }).click();
    await expect(expires).toHaveAccessibleDescription(t('people.token.too_long'));
    await expectAccessible(page);
  });

  await expires.fill('+30');
  await dialog.getByRole('button', { name: t('people.token.create') }).click();
  await expect(dialog).toContainText(t('people.token.once'));
  await expectAccessible(page);
  const token = await dialog.getByRole('textbox', { name: t('people.token.title') }).inputValue();
  const askedWith = async (): Promise<unknown> => {
    const answer = await page.request.post('/v1/graphql', {
      headers: { authorization: `Bearer ${token}` },
      data: { query: `{ lb_user(where: { id: { _eq: ${id} } }) { email } }` },
    });
    return await answer.json();
  };
  expect(await askedWith()).toEqual({ data: { lb_user: [{ email }] } });
  await dialog
    .getByRole('button', { name: t('shell.close') })
    .last()
    .click();
  await expect(page.getByText(/^Ausgestellt .* gültig bis /)).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);

  await page.getByRole('button', { name: t('people.token.revoke') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('people.token.revoke') })
    .click();
  await expect(page.getByText(t('people.token.none'))).toBeVisible();
  expect(await askedWith()).not.toHaveProperty('data.lb_user');
  await page.context().close();
});

test(
  'AUTH-10 AUTH-27 ADM-06 an invited person adds a passkey, which an administrator removes',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/user');
    const { id, email } = await newPerson('Paula Schlüssel');
    const hers = await invitedPage(browser, email);
    await addAuthenticator(hers);
    await hers.goto('/profile');
    await hers.getByRole('button', { name: t('profile.passkey.add') }).click();
    await expect(hers.getByText(t('profile.passkey.never_used'))).toBeVisible();

    await page.goto(`/admin/user/form?id=${id}&tab=passkeys`);
    await expect(page.getByText(t('profile.passkey.never_used'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Passkey .* löschen$/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Paula Schlüssel');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('profile.delete') })
      .click();
    await expect(page.getByText(t('people.no_passkeys'))).toBeVisible();
    await hers.reload();
    await expect(hers.getByText(t('profile.passkey.none'))).toBeVisible();
    await hers.context().close();
    await page.context().close();
  },
);

test(
  'ADM-13 PROF-01 a signature is a picture of at most 1 MB, in the profile and on the form',
  deep,
  async ({ browser, afterwards }) => {
    await logIn(browser, 'admin');
    afterwards(() =>
      ask(
        'admin',
        `mutation { update_lb_user(where: { email: { _eq: "buyer@demo.test" } },
        _set: { signature_file_id: null }) { affected_rows } }`,
      ),
    );
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const page = await personPage(browser, 'buyer');
    await page.goto('/profile');
    const section = page.getByRole('region', { name: t('profile.signature.title') });
    const choosePicture = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
      await section.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    };
    await choosePicture('unterschrift.png', 'image/png', drawing);
    await expect(section).toContainText('nur JPG, PNG');
    await choosePicture('gross.png', 'image/png', Buffer.concat([png, Buffer.alloc(1024 * 1024)]));
    await expect(section).toContainText('höchstens 1 MB');
    await expectAccessible(page);
    await choosePicture('unterschrift.png', 'image/png', png);
    // Pictures load once they are visible.
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByRole('img', { name: t('profile.signature.title') })).toBeVisible();
    await page.context().close();

    const { lb_user } = await ask<{ lb_user: { id: number }[] }>(
      'buyer',
      '{ lb_user(where: { email: { _eq: "buyer@demo.test" } }) { id } }',
    );
    const admin = await personPage(browser, 'admin');
    await admin.goto(`/admin/user/form?id=${lb_user[0]?.id}`);
    const label = t('entity.lb_user.field.signature_file_id');
    await expect(admin.getByRole('img', { name: label })).toBeVisible();
    await admin.getByRole('button', { name: `${label} entfernen` }).click();
    await admin.getByRole('button', { name: t('entity.save') }).click();
    await expect(admin.getByText(t('entity.unchanged'))).toBeVisible();
    await expect(admin.getByRole('img', { name: label })).toHaveCount(0);
    await admin.context().close();
  },
);

test(
  'ADM-10 AUTH-27 deactivating asks the same as blocking, and the page shows the invitation',
  deep,
  async ({ browser }) => {
    const request = await createRequest(browser, 'Bleibt nicht liegen');
    const { id, email } = await newPerson('Ina Invitata', '1000');
    await runAction('admin', request, 'reassign', { person_id: id });
    const page = await personPage(browser, 'admin');
    await openRights(page, id);
    const invitation = page.getByRole('region', { name: t('people.invitation.title') });
    await expect(invitation).toContainText(email);
    await expect(invitation.getByRole('button', { name: t('people.invitation.again') })).toBeVisible();

    await page.goto(`/admin/user/form?id=${id}`);
    await page.getByRole('checkbox', { name: t('entity.lb_user.field.active') }).uncheck();
    await page.getByRole('button', { name: t('entity.save') }).click();
    const dialog = page.getByRole('dialog', { name: 'Ina Invitata deaktivieren?' });
    await expect(dialog).toContainText(`Bleibt nicht liegen: ${t('step.approval')}`);
    // The receiver has no limit and is no approver.
    await choose(field(dialog, t('people.heir')), 'Mehmet');
    await expect(dialog).toContainText(t('error.not_an_approver'));
    await expectAccessible(page);
    await choose(field(dialog, t('people.heir')), 'Torsten');
    await expect(dialog).toContainText(/→ Torsten/);
    await dialog.getByRole('button', { name: t('people.hand_over_and_deactivate') }).click();
    await expect(page.getByText(t('entity.unchanged'))).toBeVisible();
    await runAction('approver1', request, 'approve', {});
    await page.context().close();
  },
);
