import { expect, type Locator } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { begin, fill, save } from './admin-page.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** A red square of 2 x 2 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGM4oKAARAwQCgAejgQBl4tBnAAAAABJRU5ErkJggg==',
  'base64',
);

/** Expects a picture that is actually rendered. */
async function expectDrawn(image: Locator): Promise<void> {
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}

test(
  'ADM-14 PROC-07 the image of a product is uploaded on its form and shown in the product choice',
  deep,
  async ({ browser }) => {
    const name = `Rotes Blech ${Date.now().toString(36)}`;
    const page = await personPage(browser, 'admin');
    await page.goto('/admin/product');
    await begin(page, 'product');
    await fill(page, 'product', { name, supplier_id: { choose: 'Brüggemann' }, price_netto: '12,50' });
    const label = t('entity.product.field.image_file_id');
    const image = page.getByRole('img', { name: label });
    const picture = page.locator('form input[type=file]');

    await picture.setInputFiles({ name: 'blech.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') });
    await expect(page.getByText('nur JPG, PNG')).toBeVisible();
    await expect(image).toHaveCount(0);
    await picture.setInputFiles({ name: 'blech.png', mimeType: 'image/png', buffer: png });
    await image.scrollIntoViewIfNeeded();
    await expectDrawn(image);
    await expect(page.getByText('nur JPG, PNG')).toHaveCount(0);
    await save(page);
    await expect(page).toHaveURL(/id=\d+/);
    await page.reload();
    await image.scrollIntoViewIfNeeded();
    await expectDrawn(image);
    await expectAccessible(page);

    await test.step('a person without administration rights sees it, too', async () => {
      const requester = await personPage(browser, 'requester');
      await requester.goto('/procurement/form');
      await requester.getByRole('combobox', { name: t('procurement.product_search') }).fill(name);
      const option = requester.getByRole('option', { name });
      await expectDrawn(option.locator('img'));
    });

    await test.step('once removed, the product has none', async () => {
      await page
        .getByRole('button', { name: t('entity.file.remove_for').replace('{{field}}', label) })
        .click();
      await save(page);
      await page.reload();
      await expect(
        page.getByRole('button', { name: t('entity.file.choose_for').replace('{{field}}', label) }),
      ).toBeVisible();
      await expect(image).toHaveCount(0);
    });
  },
);
