import { type Browser, expect, type Page } from '@playwright/test';
import { agreedNames } from '../../src/features/contract/agreement.ts';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { runningContract } from './own-contract.ts';
import { personPage, texts } from './procurement-people.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');

/** The columns with inputs on the page, by whether they are editable. */
async function inputs(page: Page): Promise<{ readonly open: string[]; readonly closed: string[] }> {
  const found = await page.locator('input[name^="head."], textarea[name^="head."]').evaluateAll((fields) =>
    (fields as (HTMLInputElement | HTMLTextAreaElement)[]).map(({ name, disabled }) => ({
      name: name.replace('head.', ''),
      disabled,
    })),
  );
  const named = (isClosed: boolean) => [
    ...new Set(found.filter(({ disabled }) => disabled === isClosed).map(({ name }) => name)),
  ];
  return { open: named(false), closed: named(true) };
}

async function editedContract(browser: Browser, name: string): Promise<Page> {
  const contract = await runningContract(browser, name);
  const page = await personPage(browser, 'admin');
  await page.goto(`/contract/form?id=${contract.id}`);
  await page.getByRole('button', { name: t('document.edit'), exact: true }).click();
  return page;
}

test(
  'CON-38 CON-39 the form of a signed contract allows internal changes, and offers an amendment for the rest',
  deep,
  async ({ browser }) => {
    const page = await editedContract(browser, `Unterzeichnet ${Date.now()}`);
    const note = page.getByRole('region', { name: t('contract.version.sealed_label') });
    await expect(note).toContainText(t('contract.version.sealed'));
    const { open, closed } = await inputs(page);
    expect(closed).toEqual(
      expect.arrayContaining(['supplier_id', 'client_id', 'start_date', 'notice_period']),
    );
    expect(closed.filter((column) => !agreedNames.some((name) => name === column))).toEqual([]);
    expect(open.filter((column) => agreedNames.some((name) => name === column))).toEqual([]);
    expect(open).toEqual(expect.arrayContaining(['name', 'notes', 'department_id', 'reminder_days_before']));
    await expectAccessible(page);

    await test.step('its page shows the commitment', async () => {
      const dates = page.getByRole('region', { name: t('contract.dates.title') });
      await expect(dates).toContainText(t('overview.commitment.label'));
    });
    await test.step('a link opens an amendment, in which all fields are editable', async () => {
      await note.getByRole('button', { name: t('contract.version.amend') }).click();
      await expect(page.getByRole('region', { name: t('contract.version.label') })).toContainText(
        t('contract.version.amends'),
      );
      await expect(page.locator('input[name="head.supplier_id"]')).toBeEnabled();
    });
  },
);
