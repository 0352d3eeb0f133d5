import { expect } from '@playwright/test';
import { test } from './journey.ts';

test('the product answers with its version', async ({ page }) => {
  const answer = await page.goto('/api/health');
  expect(await answer?.json()).toMatchObject({ status: 'ok' });
});
