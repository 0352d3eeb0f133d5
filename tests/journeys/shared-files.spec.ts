import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { storedFiles, storedOnDevice } from './device-stores.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';
import { actAs, requestLink } from './session.ts';

const t = texts('de');
const phone = { width: 390, height: 844 };

interface Shared {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const newInvoice = (): Shared => {
  const number = `RE-${randomUUID().slice(0, 8)}`;
  const text = ublInvoice({ number, seller: 'Werkzeug Nord' }).toString('utf8');
  return { name: `${number}.xml`, type: 'application/xml', text };
};

/** The upload page on a phone, with the service worker in control. */
async function onPhone(browser: Browser, person: 'accountant' | 'admin' = 'accountant'): Promise<Page> {
  const page = await personPage(browser, person, 'de', 'allow');
  await page.setViewportSize(phone);
  await page.goto('/invoice/upload');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The first worker takes over open pages shortly after.
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
  return page;
}

/** Posts files as another app does by way of the operating system. */
async function share(page: Page, files: readonly Shared[]): Promise<void> {
  const arrived = page.waitForEvent('load');
  await page.evaluate((shared) => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/api/invoice/share', method: 'POST', enctype: 'multipart/form-data' });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'files', multiple: true });
    const chosen = new DataTransfer();
    for (const { name, type, text } of shared) chosen.items.add(new File([text], name, { type }));
    input.files = chosen.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, files);
  await arrived;
}

const keptNames = async (page: Page) => (await storedFiles(page)).map(({ name }) => name);

const offer = (page: Page) => page.getByRole('region', { name: t('invoice.upload.shared.title') });
const received = (page: Page) => page.getByRole('list', { name: t('invoice.upload.files') });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const sendAll = (count: number) => t('invoice.upload.shared.send').replace('{{count}}', String(count));

test('MOB-02 REC-02 shared files wait on the upload page, and become invoices once the person sends them', async ({
  browser,
}) => {
  const page = await onPhone(browser);
  const [one, two] = [newInvoice(), newInvoice()];
  await share(page, [one, two]);
  for (const { name } of [one, two]) {
    await expect(offer(page).getByText(name)).toBeVisible();
    await expect(received(page).getByText(name)).toHaveCount(0);
  }
  await expectAccessible(page);
  await offer(page)
    .getByRole('button', { name: sendAll(2) })
    .click();
  for (const { name } of [one, two]) await expect(row(page, name)).toContainText('IN-');
  await expect(page).toHaveURL(/\/invoice\/upload$/);
  await expect.poll(() => keptNames(page)).toEqual([]);
});

test(
  'MOB-02 MOB-04 a file without an answer waits on the device, and is sent once after the network is back',
  deep,
  async ({ browser }) => {
    const page = await onPhone(browser);
    const file = newInvoice();
    await share(page, [file]);
    await page.route('**/api/invoice/upload', (route) => route.abort());
    await offer(page)
      .getByRole('button', { name: t('invoice.upload.shared.send_one') })
      .click();
    await expect(row(page, file.name)).toContainText(t('invoice.upload.unanswered'));
    await page.reload();
    await expect(row(page, file.name)).toContainText(t('invoice.upload.unanswered'));
    expect(await keptNames(page)).toEqual([file.name]);
    await page.unroute('**/api/invoice/upload');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(row(page, file.name)).toContainText('IN-');
    await expect(row(page, file.name)).toHaveCount(1);
    await expect.poll(() => keptNames(page)).toEqual([]);
  },
);

test('MOB-02 MOB-04 a file without an answer is marked on every page, and is sent from there once the network is back', async ({
  browser,
}) => {
  const page = await onPhone(browser);
  const file = newInvoice();
  await share(page, [file]);
  await page.route('**/api/invoice/upload', (route) => route.abort());
  await offer(page)
    .getByRole('button', { name: t('invoice.upload.shared.send_one') })
    .click();
  await expect(row(page, file.name)).toContainText(t('invoice.upload.unanswered'));
  await page.goto('/overview?tab=tasks');
  const line = page.getByRole('complementary', { name: t('offline.label') });
  await expect(line.getByRole('link')).toContainText(t('offline.uploads_one').replace('{{count}}', '1'));
  await page.unroute('**/api/invoice/upload');
  await page.reload();
  await expect.poll(() => keptNames(page)).toEqual([]);
  await expect(line).toHaveCount(0);
  await page.goto('/invoice/upload');
  await expect(row(page, file.name)).toContainText('IN-');
  await expect(row(page, file.name)).toHaveCount(1);
});

test(
  'MOB-02 nothing that was shared is left after a logout, or for the person who logs in next',
  deep,
  async ({ browser }) => {
    const page = await onPhone(browser);
    const [first, second] = [newInvoice(), newInvoice()];

    await test.step('another person on the same device', async () => {
      await share(page, [first]);
      await expect(offer(page).getByText(first.name)).toBeVisible();
      expect(await keptNames(page)).toEqual([first.name]);
      const other = await personPage(browser, 'buyer');
      const tokens = await other.context().storageState();
      await page.goto('/icons/icon-192.png');
      await page.evaluate(
        (stored) => {
          for (const { name, value } of stored) localStorage.setItem(name, value);
        },
        tokens.origins.flatMap(({ localStorage }) => localStorage),
      );
      await page.goto('/invoice/upload?shared=kept');
      await expect(page.getByText(t('invoice.upload.shared.none.kept'))).toBeVisible();
      await expect(page.getByText(first.name)).toHaveCount(0);
      await expect.poll(() => keptNames(page)).toEqual([]);
      expect(await storedOnDevice(page)).not.toContain(first.name);
    });

    await test.step('a logout', async () => {
      await share(page, [second]);
      await expect(offer(page).getByText(second.name)).toBeVisible();
      await page.goto('/logout');
      await expect(page).toHaveURL(/\/login/);
      await expect.poll(() => keptNames(page)).toEqual([]);
      expect(await storedOnDevice(page)).not.toContain(second.name);
      await share(page, [second]);
      await expect(page).toHaveURL(/\/login/);
      expect(await storedOnDevice(page)).not.toContain(second.name);
      await page.goto(await requestLink(page, 'accountant@demo.test'));
      await page.getByRole('button', { name: 'Jetzt anmelden' }).click();
      await expect(page.getByText(t('invoice.upload.shared.none.log_in'))).toBeVisible();
      await expect(offer(page)).toHaveCount(0);
    });
  },
);

test(
  'MOB-02 AUTH-21 the files of a person stay while that person acts as another, and are not shown then',
  deep,
  async ({ browser }) => {
    const page = await onPhone(browser, 'admin');
    const file = newInvoice();
    await share(page, [file]);
    await expect(offer(page).getByText(file.name)).toBeVisible();
    await actAs(page, 'accountant@demo.test');
    await page.goto('/invoice/upload');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(file.name)).toHaveCount(0);
    expect(await keptNames(page)).toEqual([file.name]);
  },
);

test('MOB-02 a sharing beyond the limits is refused in plain words', deep, async ({ browser }) => {
  const page = await onPhone(browser);
  await share(page, Array.from({ length: 21 }, newInvoice));
  await expect(page.getByRole('alert')).toContainText('höchstens 20 Dateien');
  const large = {
    name: 'gross.pdf',
    type: 'application/pdf',
    text: `%PDF-1.7 ${'x'.repeat(10 * 1024 * 1024)}`,
  };
  await share(page, [large, newInvoice()]);
  await offer(page)
    .getByRole('button', { name: sendAll(2) })
    .click();
  await expect(row(page, large.name)).toContainText('10 MB');
});
