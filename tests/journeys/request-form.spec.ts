import { expect, type Request } from '@playwright/test';
import { test } from './journey.ts';
import { createRequest, documentAs, personPage, runAction, texts } from './procurement-people.ts';
import { expectAccessible, field } from './request-page.ts';

const t = texts('de');
const phone = { width: 390, height: 844 };

for (const lang of ['de', 'en'] as const) {
  const translate = texts(lang);

  test(`PROC-01 on the phone nothing of the form is over the edge (${lang})`, async ({ browser }) => {
    const id = await createRequest(browser, 'Am Telefon geändert');
    const page = await personPage(browser, 'admin', lang);
    await page.setViewportSize(phone);
    const expectNothingOver = async (): Promise<void> => {
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    };

    await page.goto(`/procurement/form?id=${id}`);
    const edit = page.getByRole('button', { name: translate('procurement.edit') });
    for (const button of [edit, page.getByRole('button', { name: translate('procurement.pdf') })]) {
      await expect(button).toBeVisible();
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
    }
    await expectNothingOver();
    await edit.click();
    await expect(field(page, translate('field.name'))).toBeVisible();
    await expectNothingOver();
    await page.goto('/procurement/form');
    await expect(field(page, translate('field.ledger_account_id'))).toBeVisible();
    await expectNothingOver();
    await expectAccessible(page);
  });
}

test('PROC-23 payment in advance marks the order', async ({ browser }) => {
  const id = await createRequest(browser, 'Erst zahlen');
  const page = await personPage(browser, 'approver1');
  await page.goto(`/procurement/form?id=${id}`);
  const title = page.locator('header:has(h1)');
  await expect(title.getByText(t('status.procurement.approval'), { exact: true })).toBeVisible();
  await expect(title.getByText(t('field.payment_in_advance'))).toHaveCount(0);
  await runAction('admin', id, 'save', { head: { payment_in_advance: true } });
  await page.reload();
  await expect(title.getByText(t('field.payment_in_advance'))).toBeVisible();
  await expectAccessible(page);
  expect((await documentAs('admin', id)).status).toBe('approval');
});

test('PROC-14, APPR-04 where too few may approve, those who may are shown with the message', async ({
  browser,
}) => {
  const page = await personPage(browser, 'requester');
  await page.route('**/v1/graphql', async (route) => {
    if (!isPoolQuery(route.request())) return route.fallback();
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.client_by_pk.min_approval = 9;
    await route.fulfill({ response, json: answer });
  });
  const answered = page.waitForResponse((response) => isPoolQuery(response.request()));
  await page.goto('/procurement/form');
  await answered;
  const approvers = page.getByRole('region', { name: t('procurement.approvers') });
  await expect(approvers.getByText(t('error.needs_min_approval').replace('{{count}}', '9'))).toBeVisible();
  await expect(approvers.getByText('Torsten Lüders')).toBeVisible();
});

function isPoolQuery(request: Request): boolean {
  return request.postData()?.includes('cost_center_approver') ?? false;
}
