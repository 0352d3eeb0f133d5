import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { personPage } from './procurement-people.ts';

test(
  'OVW-05 NAV-24 a long list draws only visible rows, shows its ends, and restores its position',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.goto('/overview?tab=all&viewMode=list&sort=number');
    const table = page.getByRole('table');
    const rows = table.locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    const text = await page.getByText(/^\d+ Dokumente?$/).textContent();
    const all = Number.parseInt(text ?? '', 10);
    await expect(table).toHaveAttribute('aria-rowcount', String(all + 1));
    const selected = page.locator('tr[data-selected]');
    const first = await selected.textContent();

    await page.keyboard.press('End');
    await expect(selected).toHaveAttribute('aria-rowindex', String(all + 1));
    await expect(selected).toBeInViewport();
    expect(await rows.count()).toBeLessThan(all);
    await page.keyboard.press('ArrowUp');
    await expect(selected).toHaveAttribute('aria-rowindex', String(all));
    const left = await selected.textContent();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/form\?id=\d+/);
    await page.goBack();
    await expect(selected).toHaveText(left ?? '');
    await expect(selected).toBeInViewport();

    await page.keyboard.press('Home');
    await expect(selected).toHaveText(first ?? '');
    await expect(selected).toHaveAttribute('aria-rowindex', '2');
  },
);
