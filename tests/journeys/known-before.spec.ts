import { expect, type Page, type Route } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { createRequest, personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** Holds API requests of the page containing this word until released, and reports their arrival. */
async function hold(page: Page, word: string) {
  let letGo: (answer?: object) => void = () => {};
  const released = new Promise<object | undefined>((resolve) => {
    letGo = resolve;
  });
  let reported: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    reported = resolve;
  });
  await page.route('**/v1/graphql', async (route: Route) => {
    if (!route.request().postData()?.includes(word)) return route.continue();
    reported();
    const answer = await released;
    return answer === undefined ? route.continue() : route.fulfill({ json: answer });
  });
  return { asked, letGo };
}

test(
  "OVW-06 the page of a document first shows the list's data, before any request",
  deep,
  async ({ browser }) => {
    const name = `Schon bekannt ${Date.now()}`;
    const id = await createRequest(browser, name);
    const page = await personPage(browser, 'approver1');
    await page.goto('/overview?tab=all');
    const row = page.getByRole('row', { name });
    await expect(row).toBeVisible();
    const document = await hold(page, 'document_files');
    await page.goto(`/overview?tab=all&of=procurement&id=${id}`);
    await page.getByRole('button', { name: t('overview.open') }).click();
    await expect(page).toHaveURL(/\/procurement\/form/);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(name);
    const head = page.locator('header:has(h1)');
    await expect(head).toContainText(t('status.procurement.approval'));
    await expect(head).toContainText('€');
    await expect(page.getByText(t('document.loading'))).toBeAttached();
    const place = await heading.boundingBox();
    document.letGo();
    await expect(page.getByText(t('document.loading'))).toHaveCount(0);
    expect(await heading.boundingBox()).toEqual(place);
  },
);

test(
  'TASK-21 an approval beside the list shows at once, and is rolled back on a refusal',
  deep,
  async ({ browser }) => {
    const name = `Gleich freigegeben ${Date.now()}`;
    const id = await createRequest(browser, name);
    const page = await personPage(browser, 'approver1');
    await page.goto(`/overview?tab=all&of=procurement&id=${id}`);
    const row = page.getByRole('row').filter({ hasText: name });
    const preview = page.getByRole('complementary', { name: t('overview.preview') });
    const approve = preview.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) });
    await expect(approve).toBeEnabled();
    await expect(row).toContainText(t('status.procurement.approval'));

    const refused = await hold(page, 'procurement_approve');
    await approve.click();
    await refused.asked;
    await expect(row).toContainText(t('status.procurement.approved'));
    await expect(preview.locator('header')).toContainText(t('status.procurement.approved'));
    refused.letGo({ errors: [{ message: '', extensions: { code: 'timeline_locked' } }] });
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(row).toContainText(t('status.procurement.approval'));
    await expect(preview.locator('header')).toContainText(t('status.procurement.approval'));

    await page.unroute('**/v1/graphql');
    // The notice is shown only briefly.
    await Promise.all([
      page.getByText(t('shell.toast.saved')).waitFor(),
      approve.click().then(() => expect(row).toContainText(t('status.procurement.approved'))),
    ]);
    await expect(row).toContainText(t('status.procurement.approved'));
  },
);
