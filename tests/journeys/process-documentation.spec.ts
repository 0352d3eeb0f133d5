import { expect } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { personPage, texts } from './procurement-people.ts';

const t = texts('de');

test(
  'ARC-06 an administrator writes a chapter, creates a version, and sees later changes',
  deep,
  async ({ browser }, testInfo) => {
    const admin = await personPage(browser, 'admin');
    await admin.goto('/admin/process-documentation');
    await expect(admin.getByRole('heading', { name: t('process_documentation.none') })).toBeVisible();
    await expectAccessible(admin);

    const chapter = 'Datensicherung und Wiederherstellung';
    const section = admin.getByRole('region', { name: chapter });
    await section.getByRole('button', { name: `${chapter}: Text bearbeiten` }).press('Enter');
    const field = section.getByRole('textbox');
    await expect(field).toBeFocused();
    await field.fill('Gesichert wird jede Nacht.');
    await section.getByRole('button', { name: t('process_documentation.save') }).press('Enter');
    await expect(section.getByText(t('process_documentation.own'))).toBeVisible();
    await expect(section.getByRole('button', { name: `${chapter}: Text bearbeiten` })).toBeFocused();

    const gaps = admin.getByRole('region', { name: t('process_documentation.gaps') });
    for (let open = await gaps.getByText(t('process_documentation.gap_open')).count(); open > 0; open -= 1) {
      const row = gaps
        .getByRole('listitem')
        .filter({ hasText: t('process_documentation.gap_open') })
        .first();
      await row.getByRole('button', { name: t('process_documentation.explain') }).click();
      await gaps.getByRole('textbox').fill('Wird bis Jahresende nachgeholt.');
      await gaps.getByRole('button', { name: t('process_documentation.explanation_save') }).click();
      await expect(gaps.getByText(t('process_documentation.gap_open'))).toHaveCount(open - 1);
    }

    await admin.getByRole('button', { name: t('process_documentation.make') }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel(t('process_documentation.note')).fill('Erste Version');
    await dialog.getByRole('button', { name: t('process_documentation.make_action') }).click();
    const versions = admin.getByRole('region', { name: t('process_documentation.versions') });
    await expect(versions.getByText('Version 1 · Erste Version')).toBeVisible();
    await expect(versions.getByText(/\(SHA-256\): [0-9a-f]{64}/)).toBeVisible();
    const [file] = await Promise.all([
      admin.waitForEvent('download'),
      versions.getByRole('button', { name: 'Version 1 herunterladen' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Verfahrensdokumentation_1.pdf');

    await section.getByRole('button', { name: `${chapter}: Text bearbeiten` }).click();
    await section.getByRole('button', { name: t('process_documentation.restore') }).click();
    await expect(versions.getByText('Seit Version 1 geändert')).toBeVisible();
    await expect(section.getByText(t('process_documentation.own'))).toHaveCount(0);
    await expectAccessible(admin);
    await testInfo.attach('the page', { body: await admin.screenshot(), contentType: 'image/png' });

    await admin.setViewportSize({ width: 390, height: 844 });
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await testInfo.attach('on a phone', { body: await admin.screenshot(), contentType: 'image/png' });
  },
);
