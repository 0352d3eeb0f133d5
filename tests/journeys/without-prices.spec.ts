import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { ask, createRequest, documentAs, personPage, runAction, texts } from './procurement-people.ts';
import { actionButton, bookMissing, expectDone } from './request-page.ts';

const t = texts('de');

test('ROLE-07 a person without prices goes through the whole flow and never sees one', async ({
  browser,
}) => {
  const id = await createRequest(browser, 'Ohne Preise');
  const people = await ask<{ lb_user: { id: number }[] }>(
    'admin',
    '{ lb_user(where: { email: { _eq: "receiver@demo.test" } }) { id } }',
  );
  const person_id = people.lb_user[0]?.id;
  const page = await openRequestWithoutPrices(browser, id);

  await test.step('he approves', async () => {
    await runAction('admin', id, 'reassign', { person_id });
    await page.reload();
    await expect(actionButton(page, t, 'approve')).toBeVisible();
    await expectNoPrices(page);
    await actionButton(page, t, 'approve').click();
    // He got the task from an administrator and is no approver himself, which counts for nothing (APPR-10).
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('error.none_has_limit'));
    await dialog.getByRole('button', { name: t('procurement.actions.approve') }).click();
    await expectDone(page);
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expectNoPrices(page);
  });
  await test.step('he places the order', async () => {
    await runAction('admin', id, 'reassign', { person_id });
    await page.goto(`/procurement/form?id=${id}`);
    await expect(actionButton(page, t, 'complete_order')).toBeVisible();
    await expectNoPrices(page);
    await runAction('receiver', id, 'confirm_order', {});
    await expect(actionButton(page, t, 'complete_order')).toBeEnabled();
    await actionButton(page, t, 'complete_order').click();
    await expectDone(page);
  });
  await test.step('he receives the goods', async () => {
    await page.goto(`/procurement/form?id=${id}`);
    await actionButton(page, t, 'receive').click();
    await expect(page.getByRole('button', { name: t('procurement.receive.all_missing') })).toBeVisible();
    await expectNoPrices(page);
    await page.keyboard.press('Escape');
    await bookMissing(page, t, 1);
    await actionButton(page, t, 'finish_delivery').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('procurement.actions.finish_delivery') })
      .click();
    await expectDone(page);
  });
  expect((await documentAs('requester', id)).status).toBe('completed');
});

async function openRequestWithoutPrices(browser: Browser, id: number): Promise<Page> {
  const page = await personPage(browser, 'receiver');
  await page.goto(`/procurement/form?id=${id}`);
  await expect(page.getByText('Messuhr').first()).toBeVisible();
  await expectNoPrices(page);
  return page;
}

/** Neither the price of the line nor any of the totals that follow from it. */
async function expectNoPrices(page: Page): Promise<void> {
  await expect(page.getByText(/\b(95|190|226|36),\d\d/)).toHaveCount(0);
}
