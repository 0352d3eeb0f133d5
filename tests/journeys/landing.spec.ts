import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { type Person, personPage } from './procurement-people.ts';

/** Makes the product answer with this number of tasks. */
async function withTasks(page: Page, count: number): Promise<void> {
  await page.route('**/v1/graphql', async (route) => {
    const { query } = route.request().postDataJSON() as { readonly query: string };
    if (!query.startsWith('query DocumentCount')) return route.fallback();
    return route.fulfill({ json: { data: { document_aggregate: { aggregate: { count } } } } });
  });
}

test(
  'NAV-02 DASH-01 a person starts at the tasks, or with the right and without tasks at the dashboard',
  deep,
  async ({ browser }) => {
    const beginnings: readonly { person: Person; tasks: number; at: RegExp }[] = [
      { person: 'approver2', tasks: 0, at: /\/dashboard$/ },
      { person: 'approver2', tasks: 1, at: /\/overview$/ },
      { person: 'requester', tasks: 0, at: /\/overview$/ },
    ];
    for (const { person, tasks, at } of beginnings)
      await test.step(`${person} with ${tasks} tasks`, async () => {
        const page = await personPage(browser, person);
        await withTasks(page, tasks);
        await page.goto('/');
        await expect(page).toHaveURL(at);
        await expect(page.getByRole('main')).toBeVisible();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.context().close();
      });
    await test.step('without a session the login page is shown', async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto('/');
      await expect(page).toHaveURL(/\/login/);
    });
  },
);
