import { type Browser, expect, type Page } from '@playwright/test';
import { deep } from '../support/depth.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './journey.ts';
import { journeyLanguages } from './journey-languages.ts';
import { addSmallBudget, endSmallBudget } from './own-database.ts';
import { expectWithin, passTime, stopTime, takeTime } from './page-time.ts';
import {
  ask,
  createRequest,
  documentAs,
  giveUp,
  logIn,
  type Person,
  personPage,
  runAction,
  texts,
} from './procurement-people.ts';
import {
  actionButton,
  choose,
  expectDone,
  field,
  lineField,
  showHead,
  type Translate,
  timelineOf,
} from './request-page.ts';

/** Gives up a request that exceeds the budget of the shared cost center, to free the budget for later journeys. */
async function giveUpNamed(browser: Browser, name: string): Promise<void> {
  const { procurement } = await ask<{ procurement: { id: number }[] }>(
    'admin',
    `query ($name: String!) {
      procurement(where: { name: { _eq: $name }, status: { _eq: "approval" } }) { id } }`,
    { name },
  );
  for (const { id } of procurement) await giveUp(browser, id);
}

async function idOf(person: Person): Promise<number | undefined> {
  const { lb_user: rows } = await ask<{ lb_user: { id: number }[] }>(
    'admin',
    `{ lb_user(where: { email: { _eq: "${person}@demo.test" } }) { id } }`,
  );
  return rows[0]?.id;
}

/**
 * New API requests of the page from now on, without repetitions. Live messages, a late stream and the minute timer
 * may repeat requests at any time; typed text causes different requests.
 */
function askedAgain(page: Page, about: RegExp): string[] {
  const asked = new Set<string>();
  const anew: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    // The browser does not get limits: the server answers whether a person covers the value.
    if (!request.url().includes('/v1/graphql') || body.includes('ApproverStanding')) return;
    if (about.test(body) && !asked.has(body)) anew.push(body);
    asked.add(body);
  });
  return anew;
}

async function openRequest(browser: Browser, person: Person, id: number, lang = 'de'): Promise<Page> {
  const page = await personPage(browser, person, lang);
  await page.goto(`/procurement/form?id=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** The text of the dialog about an exceeded budget, with any name and amount. */
function exceededBy(t: Translate): RegExp {
  const words = t('error.budget_exceeded_amount').split(/\{\{\w+\}\}/);
  return new RegExp(words.map((part) => part.replaceAll('.', '\\.')).join('.+'));
}

/** Reads the amount in the server's question, and confirms. */
async function confirmBudget(page: Page, t: Translate, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(exceededBy(t));
  await expect(dialog).toContainText(/\d[.,]\d{2}\s€|€[\d,]+\.\d{2}/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: action }).click();
}

for (const { lang } of journeyLanguages) {
  const t = texts(lang);

  test(
    `BUD-06, APPR-12, API-41 an exceeded budget needs a confirmation with its amount, at submit and at approval (${lang})`,
    deep,
    async ({ browser, afterwards }) => {
      const name = `Fräsmaschine ${lang} ${Date.now()}`;
      await logIn(browser, 'admin');
      afterwards(() => giveUpNamed(browser, name));
      const page = await personPage(browser, 'requester', lang);
      await page.goto('/procurement/form');
      await field(page, t('field.name')).fill(name);
      await showHead(page, t);
      await choose(field(page, t('field.ledger_account_id')), '4980');
      await choose(field(page, t('field.consignee_id')), 'Mehmet');
      await field(page, t('field.delivery_date')).fill('+14');
      await field(page, lineField(t, 'description', 1)).fill('Fräsmaschine');
      await choose(field(page, lineField(t, 'supplier_id', 1)), 'Br');
      await field(page, lineField(t, 'quantity', 1)).fill('1');
      await field(page, lineField(t, 'price_netto', 1)).fill('900000');

      // Only the approver without a limit covers it (APPR-02).
      const approvers = page.getByRole('region', { name: t('document.approvers') });
      const boss = approvers.getByRole('listitem').filter({ hasText: 'Henrik Nordmann' });
      await expect(boss).toContainText(t('document.covers'));
      await expect(approvers.getByRole('listitem').first()).toContainText(t('document.covers_not'));
      await expect(approvers.getByRole('listitem')).toHaveText([/Torsten Lüders/, /Sabine Krüger/, /Henrik/]);

      await page.keyboard.press('Control+Enter');
      await confirmBudget(page, t, t('procurement.actions.submit'));
      await expect(page.getByText(t('status.procurement.approval'), { exact: true })).toBeVisible();
      const note = t('timeline.note.budget_exceeded_amount').split('{{')[0] ?? '';
      await expect(timelineOf(page, t).getByText(note)).toHaveText([/\d,\d{2}\s€|€[\d,]+\.\d{2}/]);

      const id = Number(new URL(page.url()).searchParams.get('id'));
      const approver = await openRequest(browser, 'approver1', id, lang);
      await actionButton(approver, t, 'approve').click();
      await confirmBudget(approver, t, t('procurement.actions.approve'));
      await expectDone(approver);
      expect((await documentAs('requester', id)).status).toBe('approval');
    },
  );
}

const t = texts('de');

test(
  'APPR-16, PROC-14 the approver of an exceeded budget is added while typing, and at submission',
  deep,
  async ({ browser, afterwards }) => {
    const stamp = Date.now();
    const name = `Mehr als übrig ist ${stamp}`;
    const center = {
      number: `B${stamp.toString(36)}`.toUpperCase(),
      name: `Kleiner Prüfstand ${stamp}`,
      approver: 'buyer@demo.test',
    };
    afterwards(() => endSmallBudget(center.number));
    await logIn(browser, 'admin');
    afterwards(() => giveUpNamed(browser, name));
    await addSmallBudget(center);
    const page = await personPage(browser, 'requester');
    const anew = askedAgain(page, /approv|budget/i);
    await page.goto('/procurement/form');
    await field(page, t('field.name')).fill(name);
    await showHead(page, t);
    await choose(field(page, t('field.ledger_account_id')), '4980');
    await choose(field(page, t('field.consignee_id')), 'Mehmet');
    await field(page, t('field.delivery_date')).fill('+14');
    await field(page, lineField(t, 'description', 1)).fill('Messuhr');
    await choose(field(page, lineField(t, 'supplier_id', 1)), 'Br');
    await field(page, lineField(t, 'quantity', 1)).fill('1');
    const price = field(page, lineField(t, 'price_netto', 1));
    await price.fill('40');
    const allFields = page.getByRole('switch', { name: t('document.line.all_fields') });
    await allFields.check();
    await choose(
      page.getByRole('combobox', { name: t('field.cost_center_id'), exact: true }).last(),
      center.name,
    );
    await expect(page.getByRole('region', { name: new RegExp(center.name) })).toContainText(/60,00\s€/);
    const approvers = page.getByRole('region', { name: t('document.approvers') });
    const joining = approvers.getByRole('listitem').filter({ hasText: 'Ina Berg' });
    await expect(approvers.getByRole('listitem').first()).toBeVisible();
    await expect(joining).toHaveCount(0);

    anew.length = 0;
    await price.fill('400');
    await expect(joining).toContainText(t('document.required_approver'));
    await price.fill('40');
    await expect(joining).toHaveCount(0);
    expect(anew).toEqual([]);

    await price.fill('140');
    await expect(joining).toBeVisible();
    await allFields.uncheck();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(t('status.procurement.approval'), { exact: true })).toBeVisible();
    await expect(joining).toBeVisible();
  },
);

test(
  'PROC-13, PROC-14, API-41 a change that restarts approval needs a confirmation before it is saved; earlier approvals no longer count',
  deep,
  async ({ browser, afterwards }) => {
    const name = `Wird teurer ${Date.now()}`;
    await logIn(browser, 'admin');
    afterwards(() => giveUpNamed(browser, name));
    const id = await createRequest(browser, name);
    await runAction('approver1', id, 'approve', {});
    const page = await personPage(browser, 'selector');
    await runAction('admin', id, 'reassign', { person_id: await idOf('selector') });
    await page.goto(`/procurement/form?id=${id}`);
    await page.getByRole('button', { name: t('document.edit') }).click();
    await field(page, lineField(t, 'quantity', 1)).fill('9000');
    await expect(page.getByText(t('document.starts_approval_again'))).toBeVisible();
    const save = page.getByRole('button', { name: t('document.save'), exact: true });

    await save.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(exceededBy(t));
    await dialog.getByRole('button', { name: t('shell.cancel') }).click();
    await expect(dialog).toHaveCount(0);
    expect(await documentAs('requester', id)).toMatchObject({ status: 'approved', total_netto: 190 });
    await expect(field(page, lineField(t, 'quantity', 1))).toHaveValue(/^9\.?000/);

    await save.click();
    await confirmBudget(page, t, t('document.save'));
    await expect(page.getByText(t('status.procurement.approval'), { exact: true })).toBeVisible();
    expect(await documentAs('requester', id)).toMatchObject({ status: 'approval', total_netto: 855_000 });
    await expect(page.getByRole('region', { name: t('document.approvers') })).toContainText(
      /\d nötig, 0 erteilt/,
    );
  },
);

test(
  'TASK-21 after a finished task the next ones are shown, with a short notice that it is saved',
  deep,
  async ({ browser }) => {
    const stamp = Date.now();
    const done = await createRequest(browser, `Erledigt ${stamp}`);
    await createRequest(browser, `Als Nächstes ${stamp}`);
    const page = await openRequest(browser, 'approver1', done);
    await expect(actionButton(page, t, 'approve')).toBeEnabled();
    await takeTime(page);
    await stopTime(page);
    await actionButton(page, t, 'approve').click();
    const saved = page.getByText(t('shell.toast.saved'), { exact: true });
    await expectWithin(page, 5_000, saved);
    await passTime(page, 4_000);
    await expect(saved).toHaveCount(0);
    await page.clock.resume();
    await expectDone(page);
    await expect(page.getByRole('tab', { name: t('overview.tab.tasks') })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('link', { name: `Als Nächstes ${stamp}` })).toBeVisible();
    await expect(page.getByRole('link', { name: `Erledigt ${stamp}` })).toHaveCount(0);
  },
);

test(
  'TASK-01 text typed beside the list stays with its document, and is sent with an approval',
  deep,
  async ({ browser }) => {
    const stamp = Date.now();
    const first = await createRequest(browser, `Getippt ${stamp}`);
    await createRequest(browser, `Daneben ${stamp}`);
    const page = await personPage(browser, 'approver1');
    await page.goto('/overview');
    const preview = page.getByRole('complementary', { name: t('overview.preview') });
    const box = field(preview, t('timeline.comment_box.label'));
    const select = async (name: string) => {
      await page.getByRole('link', { name: `${name} ${stamp}` }).click();
      await expect(preview.getByRole('heading', { level: 2 })).toHaveText(`${name} ${stamp}`);
    };
    await select('Getippt');
    await box.fill('Nur mit Rechnung.');
    await select('Daneben');
    await expect(box).toHaveValue('');
    await page.reload();
    await select('Getippt');
    await expect(box).toHaveValue('Nur mit Rechnung.');
    await preview.getByRole('button', { name: new RegExp(`^${t('procurement.actions.approve')}`) }).click();
    await expect(page.getByRole('link', { name: `Getippt ${stamp}` })).toHaveCount(0);
    const approved = await openRequest(browser, 'requester', first);
    await expect(timelineOf(approved, t).getByText('Nur mit Rechnung.')).toBeVisible();
  },
);
