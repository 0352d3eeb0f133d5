import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { toursRestKey } from '../../src/features/help/tours.ts';
import { deeper, inDepth, isDeep } from '../support/depth.ts';
import { drawInvoice, printed, readFromDrawn } from '../support/drawn-invoice.ts';
import type { EngineWindow } from '../support/engines/engine.ts';
import { openFirefox } from '../support/engines/firefox.ts';
import { type Hands, handsOn, keys } from '../support/engines/hands.ts';
import { openWebKit } from '../support/engines/webkit.ts';
import { test } from './journey.ts';
import { layReading, skipRecognition, uploadInvoice } from './own-invoice.ts';
import { createRequest, personPage, texts } from './procurement-people.ts';

const t = texts('de');

/**
 * The programs found by `scripts/setup/engines.mjs`; without them the tests are skipped, and `npm test` reports it.
 */
const { KONTOR_FIREFOX: firefox, KONTOR_WEBKIT: webkit, KONTOR_JOURNEYS_URL: product = '' } = process.env;
const [driver = '', program = '', display = ''] = webkit?.split(':') ?? [];

const engines: readonly (readonly [string, () => Promise<EngineWindow>])[] = [
  ...(firefox ? [['Firefox', () => openFirefox({ program: firefox })] as const] : []),
  ...(webkit ? [['WebKit', () => openWebKit({ driver, program, display })] as const] : []),
];

/** The people of whom a day is walked. */
const days = ['requester', 'approver', 'accountant'] as const;
/** In the short form not all of them in each engine. */
const walked: Readonly<Record<string, readonly (typeof days)[number][]>> = inDepth(
  { Firefox: ['approver'], WebKit: ['requester'] },
  { Firefox: days, WebKit: days },
);

const desk = [1440, 900] as const;
/** WebKitGTK's own browser cannot be narrower than its tool bar. */
const phone = [390, 844] as const;

/** A person of the demo at a window of an engine. */
interface Visit extends Hands {
  readonly window: EngineWindow;
  /** Starts a new session as the person whose name contains these words. */
  readonly logIn: (name: string) => Promise<void>;
  /**
   * Opens an address and waits for a text of that page; there must be no failure, and no horizontal scrolling on a
   * phone.
   */
  readonly visit: (path: string, text: string) => Promise<void>;
}

for (const [name, open] of engines) {
  const people = walked[name] ?? days;
  test(`TECH-23 the day of ${people.join(', ')} in ${name}`, deeper, async ({ browser, afterwards }) => {
    const requested = `Aus ${name}`;
    await createRequest(browser, requested);
    const visit = await visitIn(open, afterwards);
    const day = {
      requester: () => requester(visit, requested),
      approver: () => approver(visit, requested),
      accountant: async () =>
        await accountant(visit, await readInvoice(await personPage(browser, 'accountant'))),
    };
    for (const person of people) await test.step(`the ${person}`, day[person]);
    await test.step('everybody else', () => (isDeep ? everybody(visit) : Promise.resolve()));
  });
}

if (isDeep && firefox) {
  test('TECH-23 people can work in a Firefox without storage', deeper, async ({ afterwards }) => {
    // Blocks cookies, and with them all other storage.
    const preferences = { 'network.cookie.cookieBehavior': 2 };
    const { press, see, wait } = await visitIn(
      () => openFirefox({ program: firefox, preferences }),
      afterwards,
    );
    await see(t('shell.toast.store_refused'));
    await press('button', 'Jonas Petersen');
    await wait('the first page', () => location.pathname !== '/login');
    await press('tab', t('overview.tab.procurement'));
    await wait('requests', () => document.querySelector('tbody a') !== null);
  });

  test(
    'TECH-23 Firefox shows bars in forced colours, and prints the whole overview',
    deeper,
    async ({ afterwards }) => {
      const preferences = { 'browser.display.document_color_use': 2 };
      const window = await openFirefox({ program: firefox, preferences });
      const { logIn, visit, wait } = await visitIn(() => Promise.resolve(window), afterwards);
      await logIn('Renate Schulz');
      await visit('/overview?tab=procurement&viewMode=list', 'PO-');
      const paper = await getDocument({ data: new Uint8Array(await window.print()) }).promise;
      const { items } = await (await paper.getPage(1)).getTextContent();
      expect(items.some((item) => 'str' in item && item.str.includes('PO'))).toBe(true);
      await visit('/dashboard?range=this_year', t('overview.tab.procurement'));
      await wait('bars that differ from the page', () => {
        const bars = [...document.querySelectorAll('td[aria-hidden] > span')].map((bar) =>
          getComputedStyle(bar),
        );
        const [page, ...others] = [document.documentElement, ...bars].map((one) =>
          one instanceof Element ? getComputedStyle(one).backgroundColor : one.backgroundColor,
        );
        return (
          matchMedia('(forced-colors: active)').matches && others.length > 3 && !others.includes(page ?? '')
        );
      });
    },
  );
}

async function requester(
  { logIn, visit, see, press, type, wait, window }: Visit,
  name: string,
): Promise<void> {
  await logIn('Jonas Petersen');
  await visit('/overview?tab=procurement', name);
  await visit('/procurement/form', t('procurement.new'));
  await press('field', t('procurement.name_placeholder'));
  await type(`Noch nicht gespeichert, ${name}`);
  await wait('the draft', () => Object.keys(localStorage).some((key) => key.startsWith('procurement-draft')));
  await window.goto(`${product}/procurement/form`);
  await press('button', t('document.kept.restore'));
  await wait(
    'the text that was typed',
    (typed) => [...document.querySelectorAll('input')].some(({ value }) => value === typed),
    `Noch nicht gespeichert, ${name}`,
  );
  await see(t('procurement.actions.submit'));
}

async function approver({ logIn, visit, see, press, wait }: Visit, name: string): Promise<void> {
  await logIn('Torsten Lüders');
  await visit('/overview', name);
  await press('link', name);
  await press('button', t('overview.open'));
  await wait('the document', () => location.pathname === '/procurement/form');
  // The last loaded part of the page moves the button.
  await see(t('document.budget.value'));
  await press('button', t('procurement.actions.approve'));
  await wait('the next task', () => location.pathname !== '/procurement/form');
  await see(t('overview.tab.tasks'));
}

async function accountant(
  { logIn, visit, press, placeOf, drag, type, wait }: Visit,
  invoice: number,
): Promise<void> {
  await logIn('Renate Schulz');
  await visit('/dashboard', t('overview.tab.procurement'));
  await visit('/dashboard/month-end', t('month_end.title'));
  await visit(`/invoice/form?id=${invoice}`, printed.seller.text);
  await wait('the drawn page', () => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas');
    const { data = [] } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return data.some((value, place) => place % 4 !== 3 && value > 0 && value < 128);
  });
  await press('field', 'head.due_date');
  await press('print', printed.written.text);
  await wait('the day in the field that has the keyboard', () => {
    const field = document.activeElement as HTMLInputElement;
    return field.name === 'head.due_date' && field.value === '24.05.2025';
  });
  const { x, y, width } = await placeOf('[data-page="1"] span[role="presentation"]', printed.seller.text);
  await drag({ x: x - width / 2 + 2, y, width }, { x: x + width / 2 - 2, y, width });
  await type('c', keys.control);
  await press('field', 'head.number_printed');
  await type('a', keys.control);
  await type('v', keys.control);
  await wait('what was chosen on the original', () =>
    (document.activeElement as HTMLInputElement).value.includes('Büroservice'),
  );
}

/** The first pages of all other people. */
const others: readonly (readonly [person: string, path: string, text: string])[] = [
  ['Miriam Brandt', '/overview?tab=procurement', t('overview.tab.procurement')],
  ['Dr. Sabine Krüger', '/dashboard', t('overview.tab.procurement')],
  ['Ina Berg', '/overview?tab=all&viewMode=table', t('overview.tab.all')],
  ['Mehmet Aydın', '/overview', t('overview.tab.tasks')],
  ['Renate Schulz', '/overview?tab=contract', t('overview.tab.contract')],
  ['Katrin Voss', '/admin/supplier', t('admin.group.catalogue')],
  ['Katrin Voss', '/admin/cost-center?viewMode=table', t('admin.group.catalogue')],
  ['Nora Ziegler', '/operator', t('operator.page.tenant')],
];

async function everybody({ logIn, visit }: Visit): Promise<void> {
  for (const [person, path, text] of others) {
    await logIn(person);
    await visit(path, text);
  }
}

/** An invoice for the accountant, with values read from its original. */
async function readInvoice(page: Page): Promise<number> {
  await page.goto('/overview');
  const buffer = await drawInvoice(1);
  const id = await uploadInvoice(page, { name: 'RE-2025-10482.pdf', mimeType: 'application/pdf', buffer });
  await layReading(id, readFromDrawn);
  await skipRecognition(page, id);
  return id;
}

async function visitIn(
  open: () => Promise<EngineWindow>,
  afterwards: (undo: () => Promise<unknown>) => void,
): Promise<Visit> {
  const window = await open();
  afterwards(() => window.close());
  const hands = handsOn(window);
  await window.resize(...desk);
  await window.goto(`${product}/login`);
  return {
    ...hands,
    window,
    logIn: async (name) => {
      await window.ask((key) => {
        localStorage.clear();
        sessionStorage.setItem(key, 'yes');
      }, toursRestKey);
      await window.goto(`${product}/login`);
      await hands.press('button', name);
      await hands.wait('the first page', () => location.pathname !== '/login');
    },
    visit: async (path, text) => {
      await window.goto(product + path);
      await hands.see(text);
      await window.resize(...phone);
      await hands.wait(
        'a page as wide as the phone',
        () => document.documentElement.scrollWidth <= innerWidth,
      );
      const seen = await window.ask(() => document.body.innerText);
      for (const failure of [
        t('shell.error.broken'),
        t('shell.error.not_loaded'),
        t('shell.chunk_failed.title'),
      ])
        if (seen.includes(failure)) throw new Error(`${path}: ${failure}`);
      await window.resize(...desk);
    },
  };
}
