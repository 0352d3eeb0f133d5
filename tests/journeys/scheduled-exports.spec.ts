import { expect } from '@playwright/test';
import { longestWait } from '../support/depth.ts';

import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { mailsTo } from './session.ts';

const t = texts('de');

test('EXP-17 a list is exported regularly from its export dialog, and its file arrives by mail', async ({
  browser,
}) => {
  const page = await personPage(browser, 'buyer');
  const name = `Montagsliste ${Date.now()}`;
  await page.goto('/overview?tab=all');
  await page.getByRole('button', { name: t('overview.export.open') }).click();
  await page.getByRole('button', { name: t('scheduled_export.regularly') }).click();
  await expect(page).toHaveURL(/\/exports/);
  const form = page.getByRole('dialog', { name: t('scheduled_export.new') });
  const named = form.getByRole('textbox', { name: t('scheduled_export.name') });
  await expect(named).toHaveValue(t('overview.tab.all'));
  await named.fill(name);
  await expectAccessible(page);
  await form.getByRole('button', { name: t('scheduled_export.save') }).click();
  await expect(form).toBeHidden();
  const item = page.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText(t('scheduled_export.to_owner'));
  await test.step('it is sent at once on demand, and listed', async () => {
    await item.getByRole('button', { name: t('scheduled_export.run') }).click();
    await expect
      .poll(async () => (await mailsTo(page, 'buyer@demo.test')).map(({ subject }) => subject), {
        timeout: longestWait,
      })
      .toContain(name);
    await expect(item).toContainText(t('scheduled_export.state.sent'));
    await expectAccessible(page);
  });
});
