import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, type Page } from '@playwright/test';
import { loginLink, newestMail } from './session.ts';

const script = join(import.meta.dirname, '../../scripts/admin.ts');

/**
 * The first administrator of an empty tenant, created by `npm run admin` (AUTH-28), after leaving the onboarding
 * (ONB-04).
 */
export async function firstAdministrator(browser: Browser, tenant: string, email: string): Promise<Page> {
  const page = await loggedInBy(browser, await firstLink(tenant, email), /\/onboarding/);
  await page.getByRole('button', { name: 'Später', exact: true }).click();
  await expect(page).toHaveURL(/\/overview/);
  return page;
}

/** The output of `npm run admin`, with the link of the first administrator. */
export async function firstLink(tenant: string, email: string): Promise<string> {
  const environment = { ...process.env, DATA_DIR: process.env.KONTOR_JOURNEYS_DATA };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, '--tenant', tenant, '--email', email],
    { env: environment },
  );
  return stdout;
}

/** A person added by an administrator, opened with the link in the invitation (AUTH-27). */
export async function invitedPerson(browser: Browser, mailbox: Page, email: string): Promise<Page> {
  return await loggedInBy(
    browser,
    (await newestMail(mailbox, email, loginLink)).text,
    /\/(overview|dashboard|onboarding)/,
  );
}

async function loggedInBy(browser: Browser, text: string, landing: RegExp): Promise<Page> {
  const link = loginLink.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in:\n${text}`);
  const context = await browser.newContext({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(() => localStorage.setItem('lang', 'de'));
  const page = await context.newPage();
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  await page.getByRole('button', { name: 'Jetzt anmelden' }).click();
  await expect(page).toHaveURL(landing);
  return page;
}
