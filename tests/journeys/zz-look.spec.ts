import { test } from './journey.ts';
import { personPage } from './procurement-people.ts';
test('look', async ({ browser }) => {
  const page = await personPage(browser, 'admin');
  const go = async (path: string, name: string, full = true) => {
    await page.goto(path);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `/tmp/look-${name}.png`, fullPage: full });
  };
  await go('/help', 'help');
  await go('/help/approval', 'approval');
  await page.goto('/admin/cost-center');
  await page.waitForTimeout(2500);
  await page.getByRole('button', { name: 'Hilfe zu dieser Seite' }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/look-drawer.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await go('/help', 'help-phone');
  await go('/help/api', 'api-phone', false);
  await go('/overview', 'overview-phone', false);
  await page.getByRole('button', { name: 'Hilfe zu dieser Seite' }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/look-drawer-phone.png' });
});
