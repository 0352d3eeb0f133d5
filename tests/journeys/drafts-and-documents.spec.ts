import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { pdf, png } from '../support/sample-files.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { createRequest, documentAs, personPage, texts } from './procurement-people.ts';
import { field, timelineOf } from './request-page.ts';

const t = texts('de');
const offer = { name: 'Angebot.pdf', mimeType: 'application/pdf', buffer: pdf };
const sketch = { name: 'Skizze.png', mimeType: 'image/png', buffer: png };
const megabytes = 1024 * 1024;

const documentsOf = (page: Page) => page.getByRole('region', { name: t('procurement.tab.documents') });
const removeButton = (page: Page, name: string) =>
  documentsOf(page).getByRole('button', {
    name: t('document.files.remove').replace('{{name}}', name),
  });

async function openDocuments(page: Page, id: number): Promise<void> {
  await page.goto(`/procurement/form?id=${id}`);
  await page.getByRole('tab', { name: t('procurement.tab.documents') }).click();
  await expect(documentsOf(page)).toBeVisible();
}

test(
  'PROC-29 AUTH-22 documents are attached, opened with a ticket and removed; refused ones are named',
  deep,
  async ({ browser }) => {
    const id = await createRequest(browser, 'Mit Angebot und Skizze');
    const page = await personPage(browser, 'requester');
    await openDocuments(page, id);
    const documents = documentsOf(page);
    const input = documents.locator('input[type=file]');

    await test.step('two at once', async () => {
      await input.setInputFiles([offer, sketch]);
      for (const { name } of [offer, sketch]) {
        await expect(documents.getByRole('button', { name, exact: true })).toBeVisible();
        await expect(timelineOf(page, t).getByText(name)).toBeVisible();
      }
      await expect(page.getByRole('tab', { name: t('procurement.tab.documents') })).toContainText('2');
      await expectAccessible(page);
    });

    await test.step('too large, or of another type than its name', async () => {
      const film = { ...offer, name: 'Film.pdf', buffer: Buffer.alloc(10 * megabytes + 1) };
      const note = { ...offer, name: 'Notiz.pdf', buffer: Buffer.from('Das ist kein PDF.') };
      await input.setInputFiles([film, note]);
      const alerts = page.getByRole('alert');
      await expect(alerts.filter({ hasText: 'Film.pdf' })).toContainText('höchstens 10 MB');
      await expect(alerts.filter({ hasText: 'Notiz.pdf' })).toContainText('nur PDF, JPG, PNG');
      await expect(documents.getByRole('listitem')).toHaveCount(2);
    });

    await test.step('the opened file equals the attached one', async () => {
      const downloading = page.waitForEvent('download');
      await documents.getByRole('button', { name: offer.name, exact: true }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe(offer.name);
      expect(download.url()).not.toContain('token');
      expect(readFileSync(await download.path()).equals(pdf)).toBe(true);
    });

    await test.step('other people can only open it', async () => {
      const receiver = await personPage(browser, 'receiver');
      await openDocuments(receiver, id);
      await expect(
        documentsOf(receiver).getByRole('button', { name: offer.name, exact: true }),
      ).toBeVisible();
      await expect(removeButton(receiver, offer.name)).toHaveCount(0);
    });

    await test.step('removed', async () => {
      await removeButton(page, sketch.name).click();
      await expectAccessible(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('document.files.take_off') })
        .click();
      await expect(documents.getByRole('button', { name: sketch.name, exact: true })).toHaveCount(0);
      await expect(documents.getByRole('listitem')).toHaveCount(1);
    });
  },
);

test('PROC-29 attaching a document first creates a draft of the new request', deep, async ({ browser }) => {
  await createRequest(browser, 'Nur zum Anmelden');
  const page = await personPage(browser, 'requester');
  await page.goto('/procurement/form');
  await field(page, t('field.name')).fill('Erst das Angebot');
  await page.getByRole('tab', { name: t('procurement.tab.documents') }).click();
  await documentsOf(page).locator('input[type=file]').setInputFiles(offer);
  await expect(documentsOf(page).getByRole('button', { name: offer.name, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/id=\d+/);
  await expect(field(page, t('field.name'))).toHaveValue('Erst das Angebot');
  const id = Number(new URL(page.url()).searchParams.get('id'));
  expect((await documentAs('requester', id)).status).toBe('draft');
});

test(
  'PROC-32 a draft is listed only for its creator, until it is permanently deleted',
  deep,
  async ({ browser }) => {
    const name = `Entwurf ${Date.now()}`;
    const page = await personPage(browser, 'requester');
    await page.goto('/procurement/form');
    await field(page, t('field.name')).fill(name);
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/id=\d+/);
    const address = page.url();

    const other = await personPage(browser, 'admin');
    await other.goto(address);
    await expect(other.getByText(t('document.not_found.title'))).toBeVisible();
    await other.goto('/overview?tab=drafts');
    await expect(other.getByRole('tab', { name: t('overview.tab.drafts'), selected: true })).toBeVisible();
    await expect(other.getByRole('link', { name })).toHaveCount(0);

    await page.goto('/overview?tab=drafts');
    await page.getByRole('link', { name }).click();
    await page.goto(address);
    await page
      .getByRole('button', { name: t('shell.more_actions') })
      .last()
      .click();
    await page.getByRole('menuitem', { name: t('document.delete_draft') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('document.dialog.delete_draft.text'));
    await expect(dialog).toContainText(t('document.irreversible'));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('document.delete_draft') }).click();
    await expect(page).toHaveURL(/tab=drafts/);
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByText(t('document.not_found.title'))).toBeVisible();
  },
);
