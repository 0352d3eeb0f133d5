import { expect, type Page } from '@playwright/test';
import { longestWait } from '../support/depth.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
}

export const loginLink = /https?:\/\/\S+\/login\/\S+/;

/** The newest mail to an address that matches `what` (the outbox exists only without SMTP). */
export async function newestMail(page: Page, address: string, what = /./): Promise<Mail> {
  let newest: Mail | undefined;
  await expect(async () => {
    newest = (await mailsTo(page, address)).find(({ text }) => what.test(text));
    expect(newest).toBeDefined();
  }).toPass({ timeout: longestWait });
  if (newest === undefined) throw new Error(`no mail for ${address}`);
  return newest;
}

/** Requests a login mail on the login page and returns the path of its link. */
export async function requestLink(page: Page, address: string, tenant = 'demo'): Promise<string> {
  await page.goto('/login');
  return await requestLinkHere(page, address, tenant);
}

/** The same on an open login page. */
export async function requestLinkHere(page: Page, address: string, tenant = 'demo'): Promise<string> {
  const before = (await loginLinks(page, address)).length;
  await page.locator('input[name="tenant"]').fill(tenant);
  await page.locator('input[name="email"]').fill(address);
  await page.locator('button[type="submit"]').click();
  await expect(page).toHaveURL(/sent=true/);
  await expect
    .poll(async () => (await loginLinks(page, address)).length, { timeout: longestWait })
    .toBeGreaterThan(before);
  const [link] = await loginLinks(page, address);
  if (link === undefined) throw new Error(`no link for ${address}`);
  const url = new URL(link);
  return url.pathname + url.search;
}

/** Logs a person in by mail and waits for My tasks. */
export async function login(page: Page, address: string, tenant = 'demo'): Promise<void> {
  await page.goto(await requestLink(page, address, tenant));
  await page.getByRole('button', { name: /Jetzt anmelden|Log in now/ }).click();
  await expect(page).toHaveURL(/\/(overview|dashboard|onboarding)/);
  // People without tasks start at the dashboard (NAV-02), those of an empty tenant at its setup (ONB-04).
  if (!page.url().includes('/overview')) await page.goto('/overview');
}

/** The path of the approval page of this document, from its mail (MAIL-06). */
export async function approvalLink(page: Page, address: string, name: string): Promise<string> {
  const inMail = async () => {
    const reported = (await mailsTo(page, address)).map(({ text }) => text.split(name)[1]).find(Boolean);
    return /https?:\/\/\S+\/approve#\S+/.exec(reported ?? '')?.[0];
  };
  await expect.poll(inMail, { timeout: longestWait }).toBeDefined();
  const url = new URL((await inMail()) ?? '');
  return url.pathname + url.hash;
}

/** Newest first; a person gets other mails as well. */
async function loginLinks(page: Page, address: string): Promise<readonly string[]> {
  return (await mailsTo(page, address)).flatMap(({ text }) => loginLink.exec(text)?.[0] ?? []);
}

export async function mailsTo(page: Page, address: string): Promise<readonly Mail[]> {
  const answer = await page.request.get(`/api/dev/outbox?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Mail[];
}

/** A device with a passkey store whose user always agrees. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Lets the person logged in act as another one (AUTH-21), and opens the overview. */
export async function actAs(page: Page, email: string): Promise<void> {
  await page.evaluate(async (email) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    };
    const query = 'query ($email: String!) { lb_user(where: { email: { _eq: $email } }) { id } }';
    const found = await fetch('/v1/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { email } }),
    });
    const { data } = await found.json();
    const body = JSON.stringify({ user_id: data.lb_user[0].id });
    const answer = await fetch('/api/auth/impersonate', { method: 'POST', headers, body });
    const tokens = await answer.json();
    localStorage.setItem('impersonationToken', tokens.jwt);
    localStorage.setItem('impersonationRefreshToken', tokens.refresh_token);
  }, email);
  await page.goto('/overview');
}
