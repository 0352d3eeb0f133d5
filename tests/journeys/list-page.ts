import { expect, type Page } from '@playwright/test';

/** Searches a list or the overview at once, and waits until its address says so. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await field.fill(text);
  await field.press('Enter');
  // The router puts a text of digits in quotes.
  await expect(page).toHaveURL((url) => url.searchParams.get('q')?.replaceAll('"', '') === text);
}

/** An address names one view: what follows `status=` and its like. */
export function search(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}
