import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { test } from './journey.ts';
import { createRequest, personPage, texts } from './procurement-people.ts';

const t = texts('de');

/** A window with unusual browser features, changed by `change` before the page loads. */
async function unusualPage(browser: Browser, change: () => void): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(change);
  await page.goto('/login');
  return page;
}

/** Logs in with one click, as any person, and waits for the first page. */
async function logInAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: /^Benutzermenü/ })).toBeVisible();
}

const refused = (page: Page) => page.getByText(t('shell.toast.store_refused'));
const full = (page: Page) => page.getByText(t('shell.toast.store_full'));

test('TECH-23 an old browser shows the supported ones, and one without JavaScript asks to allow it', async ({
  browser,
}) => {
  const page = await unusualPage(browser, () => Reflect.deleteProperty(Promise, 'withResolvers'));
  await expect(page.getByRole('heading', { name: 'Dieser Browser ist zu alt' })).toBeVisible();
  await expect(page.getByText('Kontor needs Chrome or Edge from version 120')).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const without = await plain.newPage();
  await without.goto('/login');
  await expect(without.getByRole('heading', { name: 'Kontor braucht JavaScript' })).toBeVisible();
});

test('TECH-23 without browser storage people can work, and see what is not kept', async ({ browser }) => {
  const page = await unusualPage(browser, () => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    // As in Firefox, where blocked cookies also disable storage shared by tabs.
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, { get: refuse });
    Object.assign(window, { BroadcastChannel: refuse });
    LockManager.prototype.request = async () => refuse();
  });
  await expect(refused(page)).toBeVisible();
  await logInAs(page, 'Jonas Petersen');
  await page
    .getByRole('link', { name: t('shell.add.order') })
    .or(newButton(page))
    .first()
    .click();
  await expect(page.getByText(t('shell.error.broken'))).toHaveCount(0);
  await expect(refused(page)).toBeVisible();
});

const newButton = (page: Page) => page.getByRole('button', { name: 'Neu', exact: true });

test('TECH-23 with a full store people can log in, and get a notice', deep, async ({ browser }) => {
  const page = await unusualPage(browser, () => {
    const { length } = 'x'.repeat(4_000_000);
    for (let size = length; size >= 1; size = Math.floor(size / 2))
      try {
        for (let part = 0; ; part += 1) localStorage.setItem(`full-${size}-${part}`, 'x'.repeat(size));
      } catch {
        // Smaller items may still fit.
      }
  });
  await logInAs(page, 'Jonas Petersen');
  await expect(full(page)).toBeVisible();
  await expect(refused(page)).toHaveCount(0);
});

test(
  'TECH-23 without tab storage, and without locks and random ids over plain http, a request is approved',
  deep,
  async ({ browser }) => {
    await createRequest(browser, 'Ohne https');
    const page = await unusualPage(browser, () => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
      Reflect.deleteProperty(Navigator.prototype, 'locks');
      Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
      Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    });
    await logInAs(page, 'Torsten Lüders');
    await expect(refused(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Ohne https' }).first().dblclick();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ohne https');
    await page.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) }).click();
    await expect(page).toHaveURL(/\/overview/);
    await expect(page.getByRole('link', { name: 'Ohne https' })).toHaveCount(0);
  },
);

test(
  'TECH-11 TECH-23 a dialog returns the focus to a button that never had it, and no text is run as code',
  deep,
  async ({ browser }) => {
    const page = await personPage(browser, 'buyer');
    await page.addInitScript(() => {
      // As in Safari: a clicked button has no focus.
      window.addEventListener('mouseup', () => (document.activeElement as HTMLElement | null)?.blur(), true);
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        violations.push(`${violatedDirective} ${blockedURI}`),
      );
    });
    await page.goto('/overview?tab=all&viewMode=list');
    const open = page.getByRole('button', { name: t('overview.export.open') });
    await open.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(open).toBeFocused();
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
  },
);
