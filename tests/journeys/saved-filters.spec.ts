import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { search } from './list-page.ts';
import { ask, personPage, texts } from './procurement-people.ts';

const t = texts('de');

test(
  'OVW-04 a set of filters is saved, applied, renamed and deleted',
  deep,
  async ({ browser, afterwards }) => {
    const page = await personPage(browser, 'buyer');
    const stamp = Date.now();
    const [first, second] = [`Bestellt in diesem Jahr ${stamp}`, `Unterwegs ${stamp}`];
    afterwards(() =>
      ask(
        'buyer',
        'mutation ($like: String!) { delete_saved_filter(where: { name: { _like: $like } }) { affected_rows } }',
        { like: `%${stamp}` },
      ),
    );
    await page.goto('/overview?tab=all&status=ordered&range=this_year');
    await expect(page.getByText(/^\d+ Dokumente?$/)).toBeVisible();
    const menu = page.getByRole('button', { name: t('overview.saved.title') });
    await menu.click();
    await page.getByRole('menuitem', { name: t('overview.saved.save') }).click();
    const name = page.getByRole('textbox', { name: t('overview.saved.name') });
    await name.fill(first);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('overview.saved.save_now'), exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.goto('/overview?tab=all');
    await menu.click();
    await page.getByRole('menuitem', { name: first }).click();
    await expect.poll(() => search(page).get('status')).toBe('ordered');
    expect(search(page).get('range')).toBe('this_year');

    await menu.click();
    await page.getByRole('menuitem', { name: t('overview.saved.manage') }).click();
    await name.fill(second);
    await page.getByRole('button', { name: t('overview.saved.rename') }).click();
    await page.getByRole('button', { name: t('overview.saved.delete').replace('{{name}}', second) }).click();
    await expect(name).toBeHidden();
  },
);
