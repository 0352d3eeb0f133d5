import { expect, type Page } from '@playwright/test';

/** Searches a list or the overview immediately, and waits until the address contains the search. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await field.fill(text);
  await field.press('Enter');
  // The router quotes a text of digits.
  await expect(page).toHaveURL((url) => url.searchParams.get('q')?.replaceAll('"', '') === text);
}

/** The search parameters of the address, such as `status=`. */
export function search(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}
