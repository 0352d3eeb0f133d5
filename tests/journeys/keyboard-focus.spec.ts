import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { createRequest, type Person, personPage, texts } from './procurement-people.ts';
import { actionButton, takeFromMenu } from './request-page.ts';

const t = texts('de');

async function openRequest(browser: Browser, person: Person, id: number): Promise<Page> {
  const page = await personPage(browser, person);
  await page.goto(`/procurement/form?id=${id}`);
  return page;
}

test(
  'TASK-04 NAV-17 a dialog focuses its main input, and returns the focus when closed',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Mit der Tastatur');

    await test.step('beside the main action', async () => {
      const page = await openRequest(browser, 'approver1', id);
      const decline = actionButton(page, t, 'decline');
      for (const _ of ['the first time', 'and again']) {
        await decline.press('Enter');
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('textbox', { name: t('document.comment') })).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(decline).toBeFocused();
      }
    });

    await test.step('from a menu', async () => {
      const page = await openRequest(browser, 'approver1', id);
      await takeFromMenu(page, t, 'reassign');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('button', { name: t('shell.more_actions') })).toBeFocused();
    });
  },
);

test('TL-01 a long timeline is scrolled by keyboard', deep, async ({ browser }) => {
  const id = await createRequest(browser, 'Viel geschehen');
  const page = await openRequest(browser, 'requester', id);
  await page.setViewportSize({ width: 1280, height: 420 });
  const list = page.getByRole('list', { name: t('timeline.title') });
  const scroller = page.locator('[tabindex="0"]').filter({ has: list }).last();
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await scroller.focus();
  await page.keyboard.press('End');
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test('NAV-16 another scheme takes effect without console messages', deep, async ({ browser }) => {
  const page = await personPage(browser, 'requester');
  const reported: string[] = [];
  page.on('console', (message) => message.type() === 'error' && reported.push(message.text()));
  await page.goto('/overview');
  await page.getByRole('button', { name: /^Benutzermenü/ }).press('Enter');
  await page.getByRole('menuitem', { name: t('shell.scheme.label') }).press('ArrowRight');
  for (const scheme of ['dark', 'light']) {
    await page.getByRole('menuitem', { name: t(`shell.scheme.${scheme}`) }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    if (scheme === 'light') break;
    await page.getByRole('button', { name: /^Benutzermenü/ }).press('Enter');
    await page.getByRole('menuitem', { name: t('shell.scheme.label') }).press('ArrowRight');
  }
  expect(reported).toEqual([]);
});
