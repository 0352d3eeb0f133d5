import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, personPage, texts } from './procurement-people.ts';

const t = texts('de');

test(
  'PROC-43 changing a setting used by open documents needs a confirmation listing them, by keyboard and on a phone',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'admin');
    await page.setViewportSize({ width: 390, height: 844 });
    const title = t('entity.waiting.title').replace('{{name}}', t('settings.title'));
    const asked = page.getByRole('dialog', { name: title });
    await page.goto('/admin/configuration?tab=general');
    const required = page.getByRole('checkbox', {
      name: t('entity.configuration.field.product_group_required'),
    });
    await required.check();
    await page.keyboard.press('Control+s');
    await expect(asked).toContainText(new RegExp(`${t('overview.tab.procurement')}: \\d`));
    await expect(asked).toContainText(t('entity.waiting.changed'));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    const { configuration } = await ask<{ configuration: readonly unknown[] }>(
      'admin',
      '{ configuration(where: { key: { _eq: "product_group_required" }, value: { _eq: "true" } }) { key } }',
    );
    expect(configuration).toEqual([]);
    await page.context().close();
  },
);
