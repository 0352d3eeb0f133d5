import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { todayInSql } from '../support/today.ts';
import { expectAccessible } from './accessibility.ts';
import { keepEvidence } from './evidence.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { createRequest, documentAs, texts } from './procurement-people.ts';
import { approvalLink } from './session.ts';

const t = texts('de');
const approver = 'approver1@demo.test';

/** A phone without a login. */
async function telephone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });
  await keepEvidence(context);
  return context.newPage();
}

/** Sends collected mails now (MAIL-02). */
async function mailNow(): Promise<void> {
  await inDatabase(async (owner) => {
    await owner.query("update graphile_worker._private_jobs set run_at = now() where key like 'digest %'");
  });
}

/** Changes the request after its mail was sent. */
async function change(id: number): Promise<void> {
  await inDatabase(async (owner) => {
    await owner.query(
      'update timeline set content_version = content_version + 1 where id = (select timeline_id from procurement where id = $1)',
      [id],
    );
  });
}

const button = (page: Page, key: string) => page.getByRole('button', { name: t(`approval_link.${key}`) });

test('MAIL-06 a request is approved from the mail, on a phone and without login', async ({ browser }) => {
  const name = `Messuhr aus der Mail ${Date.now()}`;
  const id = await createRequest(browser, name);
  await mailNow();
  const page = await telephone(browser);
  const path = await approvalLink(page, approver, name);
  await page.goto(path);

  await test.step('it shows the request, and decides nothing automatically', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('region', { name: t('approval_link.lines') })).toContainText('Messuhr');
    await expect(page.getByText('190,00 €').first()).toBeVisible();
    expect((await button(page, 'approve').boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    await expectAccessible(page);
    expect((await documentAs('requester', id)).status).toBe('approval');
  });

  await test.step('one click approves, and the link becomes invalid', async () => {
    await button(page, 'approve').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('approval_link.approved'));
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('approval_link.approved'));
    expect((await documentAs('requester', id)).status).toBe('approved');
  });
});

test(
  'MAIL-06 TASK-06 a request is declined from the mail with a reason; a changed one shows the change instead',
  deep,
  async ({ browser }) => {
    const [declined, changed] = [`Zu teuer ${Date.now()}`, `Geändert ${Date.now()}`];
    const id = await createRequest(browser, declined);
    const other = await createRequest(browser, changed);
    await mailNow();
    const page = await telephone(browser);
    await page.goto(await approvalLink(page, approver, declined));
    await button(page, 'decline').press('Enter');
    const reason = page.getByRole('textbox', { name: t('approval_link.reason') });
    await expect(reason).toBeFocused();
    await button(page, 'decline').click();
    await expect(page.getByText(t('error.comment_required'))).toBeVisible();
    await expectAccessible(page);
    await reason.fill('Bitte günstiger anfragen');
    await button(page, 'decline').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('approval_link.declined'));
    const { status, timeline } = await documentAs('requester', id);
    expect(status).toBe('clearing');
    expect(timeline.timeline_entries.map(({ comment }) => comment)).toContain('Bitte günstiger anfragen');

    const path = await approvalLink(page, approver, changed);
    await change(other);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('approval_link.changed'));
    await expect(button(page, 'approve')).toHaveCount(0);
    await expect(page.getByRole('link', { name: t('approval_link.open_document') })).toHaveAttribute(
      'href',
      `/procurement/form?id=${other}`,
    );
  },
);

/** Makes the budget of its cost center nearly zero until the end of the journey; returns its name. */
async function makeScarce(id: number, afterwards: (undo: () => Promise<unknown>) => void): Promise<string> {
  const { rows } = await inDatabase((owner) =>
    owner.query<{ id: string; name: string; value: string }>(
      `update budget b set value = 1 from budget former, procurement p
       where p.id = $1 and b.tenant_id = p.tenant_id and b.cost_center_id = p.cost_center_id and former.id = b.id
         and b.active and ${todayInSql} between b.start and b."end"
       returning b.id, b.name, former.value`,
      [id],
    ),
  );
  for (const budget of rows)
    afterwards(() =>
      inDatabase((owner) =>
        owner.query('update budget set value = $2 where id = $1', [budget.id, budget.value]),
      ),
    );
  return rows[0]?.name ?? '';
}

test(
  'MAIL-06 API-41 doubts are shown on the phone before the approval is confirmed',
  deep,
  async ({ browser, afterwards }) => {
    const name = `Knapp bei Kasse ${Date.now()}`;
    const id = await createRequest(browser, name);
    const budget = await makeScarce(id, afterwards);
    await mailNow();
    const page = await telephone(browser);
    await page.goto(await approvalLink(page, approver, name));
    const budgets = page.getByRole('region', { name: t('approval_link.budgets') });
    await expect(budgets).toContainText(budget);
    await button(page, 'approve').click();

    await test.step('the question names the budget, and going back decides nothing', async () => {
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(budget);
      await expect(button(page, 'approve_anyway')).toBeInViewport();
      expect((await button(page, 'approve_anyway').boundingBox())?.height).toBeGreaterThanOrEqual(44);
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
      await expectAccessible(page);
      await page.getByRole('button', { name: t('shell.back') }).click();
      await expect(question).toHaveCount(0);
      expect((await documentAs('requester', id)).status).toBe('approval');
    });

    await test.step('another click approves', async () => {
      await button(page, 'approve').click();
      await button(page, 'approve_anyway').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('approval_link.approved'));
      expect((await documentAs('requester', id)).status).toBe('approved');
    });
  },
);
