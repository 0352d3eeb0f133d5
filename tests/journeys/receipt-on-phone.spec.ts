import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { pdf } from '../support/sample-files.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { createRequest, documentAs, personPage, runAction, texts } from './procurement-people.ts';
import { receiptsOf } from './request-page.ts';

const t = texts('de');
const phone = { width: 390, height: 844 };

/** An order whose goods arrive, on the receiver's phone. */
async function atTheBay(browser: Browser, name: string): Promise<{ id: number; page: Page }> {
  const id = await createRequest(browser, name);
  await runAction('approver1', id, 'approve', {});
  await runAction('buyer', id, 'confirm_order', {});
  await runAction('buyer', id, 'complete_order', {});
  const page = await personPage(browser, 'receiver');
  await page.setViewportSize(phone);
  await page.goto(`/procurement/form?id=${id}`);
  await expect(receiveButton(page)).toBeVisible();
  return { id, page };
}

const receiveButton = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.receive')}`) });

test('PROC-18 two taps when everything has arrived', async ({ browser }) => {
  const { id, page } = await atTheBay(browser, 'Alles auf einmal');
  await receiveButton(page).click();
  await page.getByRole('button', { name: t('procurement.receive.book_all') }).click();
  await expect(receiptsOf(page, t).getByText(/DN-\d+/)).toHaveCount(1);
  // PROC-19: nothing is missing, so that the delivery can be finished.
  await expect(
    page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.finish_delivery')}`) }),
  ).toBeVisible();
  expect((await documentAs('receiver', id)).status).toBe('ordered');
});

test(
  'PROC-18 DATA-30 a part with photo and delivery note, reversed with a reason, finished with goods missing',
  deep,
  async ({ browser }) => {
    const { id, page } = await atTheBay(browser, 'Teillieferung mit Lieferschein');
    const dialog = page.getByRole('dialog');

    await test.step('large targets, no horizontal scrolling', async () => {
      await receiveButton(page).click();
      for (const button of [t('procurement.receive.book_all'), t('procurement.receive.all_missing')]) {
        // The dialog grows while it opens.
        await expect
          .poll(async () => (await dialog.getByRole('button', { name: button }).boundingBox())?.height)
          .toBeGreaterThanOrEqual(44);
      }
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
      for (const input of await dialog.locator('input[type=file]').all())
        await expect(input).toHaveAttribute('capture', 'environment');
      await expectAccessible(page);
    });

    await test.step('counting up and down again books nothing, and shows no other result', async () => {
      const summary = dialog.getByText(/^danach noch/);
      await expect(summary.filter({ visible: true })).toHaveCount(0);
      await expect(dialog.getByText(t('procurement.receive.untouched'))).toBeVisible();
      await dialog.getByRole('button', { name: /^Eins mehr/ }).click();
      await dialog.getByRole('button', { name: /^Eins weniger/ }).click();
      await expect(dialog.getByRole('button', { name: t('procurement.receive.book_all') })).toHaveCount(0);
      await expect(dialog.getByText(t('procurement.receive.none_yet'))).toBeVisible();
      await dialog.getByRole('button', { name: t('procurement.receive.book'), exact: true }).click();
      await expect(dialog.getByText(t('procurement.receive.nothing'))).toBeVisible();
    });

    await test.step('a part arrives', async () => {
      await dialog.getByRole('button', { name: /^Eins mehr/ }).click();
      await dialog
        .locator('input[type=file]')
        .and(dialog.getByLabel(t('procurement.receive.photo_label')))
        .setInputFiles({ name: 'Lieferschein.pdf', mimeType: 'application/pdf', buffer: pdf });
      await dialog.getByLabel(t('field.delivery_note_number')).fill('LS-88214');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.receive.book'), exact: true }).click();
      await expect(receiptsOf(page, t).getByText('Lieferschein LS-88214')).toBeVisible();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: /^PDF öffnen: Wareneingang DN-/ }).click();
      await downloading;
    });

    await test.step('a wrong booking is reversed', async () => {
      await page.getByRole('button', { name: /^Wareneingang DN-\d+ zurücknehmen/ }).click();
      await dialog.getByRole('button', { name: t('procurement.receive.counter'), exact: true }).click();
      await expect(dialog.getByRole('textbox', { name: /^Grund/ })).toHaveAccessibleDescription(
        /erforderlich/,
      );
      await dialog.getByRole('textbox', { name: /^Grund/ }).fill('Vertippt');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('procurement.receive.counter'), exact: true }).click();
      await expect(page.getByText('Vertippt')).toBeVisible();
      await expect(page.getByRole('button', { name: /zurücknehmen/ })).toHaveCount(0);
      await expectAccessible(page);
    });

    await test.step('TASK-12 the delivery ends with goods missing, once that is confirmed', async () => {
      const finish = t('procurement.actions.finish_delivery');
      await page.getByRole('button', { name: finish }).click();
      // A single question lists the missing goods.
      await expect(dialog.getByText(t('procurement.dialog.finish_delivery.missing'))).toBeVisible();
      await expect(dialog.getByRole('listitem')).toHaveText(/^\d+ von \d+ \S+: \S/);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: finish }).click();
      await expect(page).toHaveURL(/\/overview/);
      expect((await documentAs('receiver', id)).status).toBe('completed');
    });
  },
);
