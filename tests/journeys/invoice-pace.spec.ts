import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { deep, inDepth } from '../support/depth.ts';
import { drawStack, readFromDrawn } from '../support/drawn-invoice.ts';
import { expectAccessible } from './accessibility.ts';
import { keepEvidence } from './evidence.ts';
import { test } from './journey.ts';
import { inDatabase } from './own-database.ts';
import { handInvoiceTo, layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { texts } from './procurement-people.ts';
import { login } from './session.ts';
import { withEveryModule } from './switch-module.ts';

withEveryModule();

const t = texts('de');
/** Every third one needs typing. */
const stack = inDepth(3, 20);
const field = (page: Page, column: string) => page.locator(`input[name="head.${column}"]`);

type Address = `${string}@demo.test`;

/** An accountant without other tasks. */
async function newAccountant(browser: Browser, email: Address): Promise<Page> {
  await inDatabase((owner) =>
    owner.query(
      `insert into lb_user (tenant_id, email, name, lang, client_id, department_id, roles, show_tour)
       select tenant_id, $1, 'Frieda Stapel', lang, client_id, department_id, roles, false
       from lb_user where email = 'accountant@demo.test'`,
      [email],
    ),
  );
  const context = await browser.newContext({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(() => localStorage.setItem('lang', 'de'));
  await keepEvidence(context);
  const page = await context.newPage();
  await login(page, email);
  return page;
}

interface OnDesk {
  readonly number: string;
  /** The day is missing and has to be typed. */
  readonly isOpen: boolean;
}

/** Received and recognised invoices, each with its own document. */
async function laid(page: Page, email: Address): Promise<readonly OnDesk[]> {
  const { rows } = await inDatabase((owner) =>
    owner.query<Record<'client_id' | 'department_id' | 'supplier_id', string>>(
      `select u.client_id, u.department_id, (select max(s.id) from supplier s where s.tenant_id = u.tenant_id and s.city is not null) as supplier_id
       from lb_user u where u.email = 'requester@demo.test'`,
    ),
  );
  const series = randomUUID().slice(0, 6);
  const invoices: OnDesk[] = [];
  for (let place = 0; place < stack; place += 1) {
    const number = `ST-${series}-${place + 10}`;
    const buffer = await drawStack([number]);
    const id = await uploadInvoice(page, { name: `${number}.pdf`, mimeType: 'application/pdf', buffer });
    const isOpen = place % 3 === 0;
    await layReading(id, readFromDrawn, {
      ...rows[0],
      ...{ number_printed: number, total_brutto: `${100 + place}.${10 + Math.floor(Math.random() * 89)}` },
      ...{ delivery_date: '2025-05-14', due_date: '2025-06-13', tax: '19' },
      ...(isOpen ? {} : { invoice_date: '2025-05-14' }),
      payment_method: 'ONLINE_PAYMENT',
    });
    await skipRecognition(page, id);
    await handInvoiceTo(email, id);
    invoices.push({ number, isOpen });
  }
  return invoices;
}

interface Shown {
  /** Milliseconds from the key until the fields and the first page are shown. */
  readonly after: number;
  /** The page was blank for a moment. */
  readonly wasBlank: boolean;
}

/** Presses a key and waits until another invoice is shown with its document. */
async function goBy(page: Page, key: string): Promise<Shown & { readonly number: string }> {
  const before = await field(page, 'number_printed')
    .inputValue({ timeout: 1_000 })
    .catch(() => '');
  const shown = page.evaluateHandle((former) => {
    const input = () => document.querySelector<HTMLInputElement>('input[name="head.number_printed"]');
    const isThere = (): boolean => {
      const found = input();
      return (
        found !== null &&
        found.value !== former &&
        found.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        document.querySelector('[data-page="1"] canvas') !== null
      );
    };
    const state = { after: -1, wasBlank: false };
    const begin = (): void => {
      const pressed = performance.now();
      const look = (): void => {
        const isBlank = document.querySelector('main')?.innerText.trim() === '';
        state.wasBlank ||= isBlank;
        if (isThere()) state.after = performance.now() - pressed;
        else requestAnimationFrame(look);
      };
      look();
    };
    window.addEventListener('keydown', begin, { once: true, capture: true });
    return state;
  }, before);
  const handle = await shown;
  await page.keyboard.press(key);
  await expect.poll(() => handle.evaluate(({ after }) => after)).toBeGreaterThanOrEqual(0);
  const result = await handle.jsonValue();
  await handle.dispose();
  return { ...result, number: await field(page, 'number_printed').inputValue() };
}

function reported(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other).map(Math.round);
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log(`${name}: median ${median} ms, longest ${sorted.at(-1)} ms of ${sorted.length}`);
}

test(
  'INV-01 INV-15 TASK-21 several recognised invoices are processed by keyboard alone, each beside its document',
  deep,
  async ({ browser }) => {
    const email: Address = `stapel-${randomUUID().slice(0, 8)}@demo.test`;
    const page = await newAccountant(browser, email);
    const invoices = await laid(page, email);
    const openOnes = new Set(invoices.filter(({ isOpen }) => isOpen).map(({ number }) => number));
    await page.goto('/overview');
    await expect(page.getByRole('row', { name: /ST-/ })).toHaveCount(stack);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const steps: Shown[] = [];

    await test.step('J and K switch between them, also while typing', async () => {
      const first = await goBy(page, 'Enter');
      await expect(page.getByText(`1 von ${stack}`)).toBeVisible();
      await expectAccessible(page);
      const seen = new Set([first.number]);
      for (let place = 2; place <= stack; place += 1) {
        // The minimum time a person looks at an invoice.
        await page.waitForTimeout(700);
        if (place % 2 === 0) await field(page, 'number_printed').focus();
        const next = await goBy(page, place % 2 === 0 ? 'Alt+j' : 'j');
        seen.add(next.number);
        steps.push(next);
      }
      expect(seen.size).toBe(stack);
      await expect(page.getByText(`${stack} von ${stack}`)).toBeVisible();
      expect((await goBy(page, 'k')).number).not.toBe([...seen].at(-1));
      await page.getByRole('button', { name: t('shell.back') }).press('Enter');
      await expect(page).toHaveURL(/\/overview/);
    });

    const openings: Shown[] = [];
    await test.step('F8 goes to missing values, and the main action to the next invoice', async () => {
      for (let left = stack; left > 0; left -= 1) {
        await expect(page.getByRole('row', { name: /ST-/ })).toHaveCount(left);
        await page.waitForTimeout(700);
        const opened = await goBy(page, 'Enter');
        openings.push(opened);
        await expect(page.getByRole('region', { name: t('document.original.pages') })).toBeVisible();
        if (openOnes.has(opened.number)) {
          const day = field(page, 'invoice_date');
          for (let tries = 0; tries < 4 && (await day.inputValue()) === ''; tries += 1) {
            await page.keyboard.press('F8');
            if (await day.evaluate((input) => input === document.activeElement))
              await page.keyboard.type('14.05.2025');
          }
          await expect(day).toHaveValue('14.05.2025');
        }
        await page.keyboard.press('Control+Enter');
        await expect(page).toHaveURL(/\/overview/);
      }
      await expect(page.getByText(t('overview.empty.tasks.title'))).toBeVisible();
    });

    await test.step('nothing was reloaded, and no page was blank', async () => {
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
      expect([...steps, ...openings].filter(({ wasBlank }) => wasBlank)).toEqual([]);
      reported(
        'from invoice to invoice',
        steps.map(({ after }) => after),
      );
      reported(
        'from the tasks to the next invoice',
        openings.map(({ after }) => after),
      );
    });
  },
);

test(
  'INV-01 NAV-24 Tab goes from the first field of an invoice to the last, with visible focus',
  deep,
  async ({ browser }) => {
    const page = await newAccountant(browser, `tasten-${randomUUID().slice(0, 8)}@demo.test`);
    await page.goto('/invoice/form');
    const shown = page.locator('main :is(input, textarea)[name^="head."]:visible:enabled');
    await expect(field(page, 'number_printed')).toBeVisible();
    const wanted = await shown.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name')));
    expect(wanted).toEqual(
      expect.arrayContaining(['head.number_printed', 'head.invoice_date', 'head.total_brutto']),
    );
    await shown.first().focus();
    const passed: (string | null)[] = [];
    // After the last control the browser itself has the focus.
    while (await page.evaluate(() => document.activeElement !== document.body)) {
      const { name, isSeen } = await page.evaluate(() => {
        const focused = document.activeElement;
        const style = focused && getComputedStyle(focused);
        return {
          name: focused?.getAttribute('name') ?? null,
          isSeen: style !== null && (style.boxShadow !== 'none' || style.outlineStyle !== 'none'),
        };
      });
      if (name?.startsWith('head.')) {
        passed.push(name);
        expect(isSeen, `the focus on ${name} can be seen`).toBe(true);
      }
      await page.keyboard.press('Tab');
    }
    expect(passed).toEqual(wanted);
  },
);
