import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { expectWithin, inSlowTime, passTime, stopTime, takeTime } from './page-time.ts';
import { createDraft, personPage, texts } from './procurement-people.ts';
import { field, showHead } from './request-page.ts';

const t = texts('de');

/** An open draft with an adjustable clock. */
async function openDraft(browser: Browser): Promise<Page> {
  const id = await createDraft(browser, 'Meldungen', 5);
  const page = await personPage(browser, 'requester');
  await takeTime(page);
  await page.goto(`/procurement/form?id=${id}`);
  await expect(field(page, t('field.name'))).toHaveValue('Meldungen');
  return page;
}

/** Makes the server fail whenever the draft is saved. */
async function refuseToSave(page: Page): Promise<void> {
  await page.route('**/v1/graphql', async (route) => {
    if (!route.request().postData()?.includes('procurement_save')) return route.fallback();
    const errors = [
      { message: 'Der Server macht Pause.', extensions: { code: 'unexpected', request_id: 'r-1' } },
    ];
    await route.fulfill({ json: { errors } });
  });
}

test('ERR-02 a save shows a short notice', deep, async ({ browser }) => {
  const page = await openDraft(browser);
  await field(page, t('field.name')).fill('Meldungen gespeichert');
  await stopTime(page);
  await page.keyboard.press('Control+s');
  const toast = page.getByText('Gespeichert', { exact: true });
  await expectWithin(page, 5_000, toast);
  await inSlowTime(page, expectAccessible(page));
  await passTime(page, 250);
  await expect(toast).toBeVisible();
  await passTime(page, 1_250);
  await expect(toast).toHaveCount(0);
});

test('ERR-03 ERR-05 ERR-13 a failed save shows the reason for ten seconds, and no input is lost', async ({
  browser,
}) => {
  const page = await openDraft(browser);
  await refuseToSave(page);
  await field(page, t('field.name')).fill('Noch nicht gespeichert');
  await stopTime(page);
  await page.keyboard.press('Control+s');
  const toast = page.getByRole('alert').filter({ hasText: 'Fehler' });
  await expectWithin(page, 5_000, toast);
  await expect(toast).toContainText(t('error.unexpected'));
  await inSlowTime(page, expectAccessible(page));
  await passTime(page, 8_000);
  await expect(toast).toBeVisible();
  await passTime(page, 3_000);
  await expect(toast).toHaveCount(0);
  await expect(field(page, t('field.name'))).toHaveValue('Noch nicht gespeichert');
});

test(
  'ERR-03 NAV-23 a message is shown even when its program part fails to load',
  deep,
  async ({ browser }) => {
    const id = await createDraft(browser, 'Meldungen', 5);
    const page = await personPage(browser, 'requester');
    await page.route(/\/ToastList[^/]*\.js$/, (route) => route.abort());
    await page.goto(`/procurement/form?id=${id}`);
    await refuseToSave(page);
    await field(page, t('field.name')).fill('Noch nicht gespeichert');
    await page.keyboard.press('Control+s');
    const toast = page.getByRole('alert').filter({ hasText: t('error.unexpected') });
    await expect(toast).toBeVisible();
    await expectAccessible(page);
    await toast.getByRole('button', { name: t('shell.close') }).click();
    await expect(toast).toHaveCount(0);
    await expect(field(page, t('field.name'))).toHaveValue('Noch nicht gespeichert');
  },
);

test(
  'ERR-03 a choice whose options fail to load shows the reason, not an empty list',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    await showHead(page, t);
    const department = field(page, t('field.department_id'));
    await expect(department).not.toHaveValue('');
    const errors = [{ message: 'Zu langsam.', extensions: { code: 'query_timeout' } }];
    await page.route('**/v1/graphql', (route) =>
      route.request().postData()?.includes('($where: department_bool_exp!)')
        ? route.fulfill({ json: { errors } })
        : route.fallback(),
    );
    await department.click();
    await expect(page.getByRole('alert').filter({ hasText: t('error.query_timeout') })).toBeVisible();
    await expect(page.getByText(t('shell.field.nothing_found')).filter({ visible: true })).toHaveCount(0);
    await expectAccessible(page);

    await page.unrouteAll();
    await department.fill('e');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);
