import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { receiptPath } from '../../src/features/procurement/receipt-address.ts';
import type { GreyPicture } from '../../src/platform/web/scan/decode.ts';
import { eanPicture, qrPicture } from '../support/code-pictures.ts';
import { deep } from '../support/depth.ts';
import { jpeg } from '../support/sample-files.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { ask, createDraft, documentAs, personPage, runAction, texts } from './procurement-people.ts';
import { receiptsOf } from './request-page.ts';

const t = texts('de');
const gtin = '4006381333931';
/** What the camera of a phone sees; null if its use is refused. */
type Seen = GreyPicture | null;

/** Pretends a camera, since a browser without a screen has none. It shows what `show` was given last. */
async function giveCamera(page: Page): Promise<{ readonly show: (picture: Seen) => void }> {
  let seen: Seen = null;
  await page.exposeFunction('whatIsSeen', async () => {
    if (seen === null) return null;
    const { grey, width, height } = seen;
    const png = await sharp(grey, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    return `data:image/png;base64,${png.toString('base64')}`;
  });
  await page.addInitScript(() => {
    const getUserMedia = async (): Promise<MediaStream> => {
      const { whatIsSeen } = window as unknown as { readonly whatIsSeen: () => Promise<string | null> };
      const source = await whatIsSeen();
      if (source === null) throw new DOMException('refused by the test', 'NotAllowedError');
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      setInterval(() => canvas.getContext('2d')?.drawImage(image, 0, 0), 50);
      return canvas.captureStream(10);
    };
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: getUserMedia });
  });
  return {
    show: (picture) => {
      seen = picture;
    },
  };
}

/** An order of two pieces with this GTIN whose goods arrive. */
async function orderedGoods(browser: Browser, name: string): Promise<number> {
  const id = await createDraft(browser, name, 95);
  const { procurement_line: lines } = await ask<{ procurement_line: { id: number; supplier_id: number }[] }>(
    'requester',
    'query ($id: bigint!) { procurement_line(where: { procurement_id: { _eq: $id } }) { id supplier_id } }',
    { id },
  );
  const { timeline } = await documentAs('requester', id);
  await ask(
    'requester',
    `mutation ($key: uuid!, $lines: [procurement_save_lines_input!]) {
      procurement_save(idempotency_key: $key, id: ${id}, expected_version: ${timeline.content_version}, lines: $lines) { id } }`,
    {
      key: randomUUID(),
      lines: lines.map((line) => ({
        ...line,
        ...{
          description: 'Messuhr',
          item_number: gtin,
          quantity: 2,
          price_netto: 95,
          tax: 19,
          unit: 'Stück',
        },
      })),
    },
  );
  await runAction('requester', id, 'submit', {});
  await runAction('approver1', id, 'approve', {});
  await runAction('buyer', id, 'confirm_order', {});
  await runAction('buyer', id, 'complete_order', {});
  return id;
}

async function phoneOf(browser: Browser): Promise<Page> {
  const page = await personPage(browser, 'receiver');
  await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

const button = (page: Page, key: string) =>
  page.getByRole('dialog').getByRole('button', { name: t(key), exact: true });

test('MOB-05 the code of the order opens its receipt, a bar code counts its line, and nothing is typed', async ({
  browser,
}) => {
  const id = await orderedGoods(browser, 'Mit der Kamera');
  const page = await phoneOf(browser);
  const camera = await giveCamera(page);
  const dialog = page.getByRole('dialog');

  await test.step('the code on the paper', async () => {
    await page.goto('/overview');
    camera.show(qrPicture(new URL(receiptPath(id), page.url()).href));
    await page.getByRole('link', { name: t('overview.to_scan'), exact: true }).click();
    await expect(dialog.getByRole('heading', { name: t('procurement.receive.title') })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/procurement/form\\?id=${id}$`));
  });

  await test.step('the bar code on the goods counts once while in view, and gets the focus', async () => {
    camera.show(eanPicture(gtin));
    await button(page, 'procurement.scan.button').click();
    await expect(dialog.getByText(/^Messuhr: 1 gezählt/)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('dialog').locator('video')).toBeInViewport();
    await button(page, 'procurement.scan.close').click();
    const quantity = dialog.getByRole('textbox', { name: /^Menge erhalten/ });
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveValue('1');
  });

  await test.step('the address of another host is not opened', async () => {
    camera.show(qrPicture('https://evil.example/receive/1'));
    await button(page, 'procurement.scan.button').click();
    await expect(dialog.getByText(/evil\.example/)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`id=${id}$`));
  });

  await test.step('a photo of the damage, and the goods are booked', async () => {
    await dialog
      .getByLabel(t('procurement.receive.damage_label'))
      .and(page.locator('input'))
      .setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await button(page, 'procurement.receive.book').click();
    await expect(receiptsOf(page, t).getByText(/DN-\d+/)).toHaveCount(1);
    const { timeline } = await documentAs('receiver', id);
    const comments = timeline.timeline_entries.map(({ comment }) => comment);
    expect(comments).toContainEqual(expect.stringMatching(/^Fotos vom Schaden: Schaden PO-\d+ 1\.jpg$/));
    await expect(
      page.getByRole('tab', { name: new RegExp(`^${t('procurement.tab.documents')} 1`) }),
    ).toBeVisible();
  });
});

test(
  'MOB-05 without a camera the number opens the receipt, and one tap books everything',
  deep,
  async ({ browser }) => {
    const id = await orderedGoods(browser, 'Ohne Kamera');
    const page = await phoneOf(browser);
    await giveCamera(page);
    await page.goto('/receive');
    await expect(page.getByRole('alert')).toHaveText(t('procurement.scan.refused'));
    const { procurement_by_pk: order } = await ask<{ procurement_by_pk: { number: number } }>(
      'receiver',
      'query ($id: bigint!) { procurement_by_pk(id: $id) { number } }',
      { id },
    );
    const number = page.getByRole('textbox', { name: t('procurement.scan.order_number') });
    await number.fill(gtin);
    await number.press('Enter');
    await expect(page.getByText(t('procurement.scan.article_first'))).toBeVisible();
    await number.fill(String(order.number));
    await number.press('Enter');
    const all = button(page, 'procurement.receive.book_all');
    await expect.poll(async () => (await all.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await all.click();
    await expect(receiptsOf(page, t).getByText(/DN-\d+/)).toHaveCount(1);
  },
);
