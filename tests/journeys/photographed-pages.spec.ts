import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { storedFiles } from './device-stores.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');
const named = (key: string, values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
    t(`invoice.camera.${key}`),
  );

/** A photo of a page that lies askew on a dark table; `lines` of print tell pages apart. */
async function photo(lines: number) {
  const print = Array.from(
    { length: lines },
    (_, at) => `<rect x="380" y="${500 + at * 60}" width="700" height="18" fill="#222"/>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="2000"><rect width="1500" height="2000" fill="#4a3a2c"/>
    <polygon points="260,240 1230,300 1290,1690 180,1650" fill="#e8e6e0"/>${print}</svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  return { name: `IMG_${lines}.jpg`, mimeType: 'image/jpeg', buffer };
}

test('MOB-02 ARC-01 photographed pages are straightened on the phone, wait as one PDF without a network, and become one invoice', async ({
  browser,
}) => {
  const page = await personPage(browser, 'accountant');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/invoice/upload');
  const dialog = page.getByRole('dialog', { name: t('invoice.camera.title') });
  const pageImage = (number: number) => dialog.getByRole('img', { name: named('page', { number }) });

  await test.step('two pages are taken and straightened', async () => {
    await page.getByLabel(t('invoice.upload.camera')).setInputFiles(await photo(3));
    await expect(pageImage(1)).toBeVisible();
    await dialog.getByLabel(t('invoice.camera.add')).setInputFiles(await photo(9));
    await expect(pageImage(2)).toBeVisible();
    await expectAccessible(page);
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });

  await test.step('the proposed corners lie on those of the page, and move by key and by finger', async () => {
    await dialog.getByRole('button', { name: named('corners_named', { number: 1 }) }).click();
    const corner = dialog.getByRole('button', { name: t('invoice.camera.corner.top_left') });
    await expect(corner).toHaveAccessibleName(/: 1[678] % .*, 1[123] %/);
    await expectAccessible(page);
    await corner.press('Shift+ArrowRight');
    await expect(corner).toHaveAccessibleName(/: 2[123] % .*, 1[123] %/);
    await corner.press('Shift+ArrowLeft');
    const other = dialog.getByRole('button', { name: t('invoice.camera.corner.bottom_right') });
    await other.scrollIntoViewIfNeeded();
    const before = await other.boundingBox();
    if (!before) throw new Error('no corner');
    await page.mouse.move(before.x + 22, before.y + 22);
    await page.mouse.down();
    await page.mouse.move(before.x + 2, before.y + 12);
    await page.mouse.up();
    expect((await other.boundingBox())?.x).toBeCloseTo(before.x - 20, 0);
    await dialog.getByRole('button', { name: t('invoice.camera.apply') }).click();
    await expect(pageImage(1)).toBeVisible();
  });

  await test.step('pages change places', async () => {
    const second = await pageImage(2).getAttribute('src');
    await dialog.getByRole('button', { name: named('earlier_named', { number: 2 }) }).click();
    await expect(pageImage(1)).toHaveAttribute('src', String(second));
  });

  await page.route('**/api/invoice/upload', (route) => route.abort());
  await dialog.getByRole('button', { name: named('send', { count: 2 }) }).click();
  const row = page.getByRole('listitem').filter({ hasText: t('invoice.camera.file') });
  await expect(row).toContainText(t('invoice.upload.unanswered'));

  await test.step('the kept PDF has two pages in A4, small enough to send', async () => {
    const [kept] = await storedFiles(page);
    const bytes = kept?.bytes ?? Buffer.alloc(0);
    expect(bytes.length).toBeLessThan(2 * 500_000);
    const pages = (await PDFDocument.load(bytes)).getPages();
    const sizes = pages.map((each) => [Math.round(each.getWidth()), Math.round(each.getHeight())]);
    expect(sizes).toEqual([
      [595, 842],
      [595, 842],
    ]);
  });

  await page.unroute('**/api/invoice/upload');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(row).toContainText('IN-');
});
