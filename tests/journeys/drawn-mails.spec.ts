import { expect, type Page } from '@playwright/test';
import type { DocumentBrief } from '../../src/document/brief.ts';
import { digestMail, type Item, type Pending } from '../../src/document/server/digest-mail.ts';
import type { Person } from '../../src/platform/server/person.ts';
import { axeFindings } from './accessibility.ts';
import { test } from './journey.ts';

/** The picture of each kind of notification, as programs for mail draw it. */
const person = { language: 'de', name: 'Torsten Lüders', tenantTitle: 'Nordfeld Gruppe' } as Person;

const brief: DocumentBrief = {
  ...{
    number: 'PO-000042',
    name: 'Messuhren',
    creator: 'Katja Ohm',
    company: 'Nordfeld Antriebstechnik GmbH',
  },
  suppliers: ['Osterkamp Industriebedarf GmbH'],
  costCenters: ['2000 Produktion'],
  facts: [{ column: 'delivery_date', value: '2026-12-24', isDay: true }],
  lines: ['Messuhr 0,01 mm', 'A'.repeat(200), 'Donaudampfschifffahrtsgesellschaftskapitän'].map((text) => ({
    ...{ text, quantity: '2', unit: 'Stück', net: '100.00' },
  })),
  lineCount: 9,
  ...{ currency: 'EUR', net: '12345.67', gross: '14691.35', rate: null, commitment: null },
  budgets: [
    {
      name: 'Werkzeug',
      costCenter: '2000 Produktion',
      before: '20000.00',
      after: '7654.33',
      currency: 'EUR',
    },
    {
      name: 'Eilbedarf',
      costCenter: '2000 Produktion',
      before: '5000.00',
      after: '-7345.67',
      currency: 'EUR',
    },
  ],
};

const item: Item = {
  kind: 'task_incoming',
  type: 'approval',
  ...{ payload: {}, brief: null, entry_id: 1, is_current: true, is_own: true, is_asked: false },
  ...{ assignee: 'Torsten Lüders', represented: null, kind_name: 'procurement', document_id: 42 },
  ...{ name: 'Messuhren <b>', number: 'PO-000042', sender: 'Katja Ohm', total_netto: '12345.67' },
  ...{ currency: 'EUR', urgent_on: '2026-12-01', at_stake: '120.00', company_currency: 'EUR' },
  content_version: 3,
};

const comment = 'Bitte bis Freitag entscheiden, sonst steht die Linie. '.repeat(6);
const kinds: Readonly<Record<Pending['kind'] | 'decision', Partial<Item>>> = {
  decision: { brief, represented: 'Stefan Ahlers', payload: { comment } },
  task_incoming: {},
  task_taken: { kind: 'task_taken' },
  question: { kind: 'question', payload: { comment } },
  reminder: { kind: 'reminder', payload: { days: 6 } },
  declined: { kind: 'declined', payload: { comment } },
  cancelled: { kind: 'cancelled', payload: { comment } },
  confirmation_differs: { kind: 'confirmation_differs', payload: { supplier: 'Osterkamp' } },
};

const mailOf = (items: readonly Item[], total = items.length) =>
  digestMail(person, items, total, {
    addressesOf: ({ brief: asked }) => ({
      document: 'https://kontor.example/procurement/form?id=42',
      approval: asked === null ? null : `https://kontor.example/approve#${'k'.repeat(86)}`,
    }),
    overview: 'https://kontor.example/overview',
  }).html;

const mails: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(kinds).map(([kind, part]) => [kind, mailOf([{ ...item, ...part }])])),
  digest: mailOf(
    Object.values(kinds).map((part) => ({ ...item, ...part })),
    2903,
  ),
};

async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const { whole, card } = await page.evaluate(() => ({
    whole: document.documentElement.scrollWidth,
    card: document.querySelector('.k-card')?.getBoundingClientRect().width ?? 0,
  }));
  expect(whole).toBeLessThanOrEqual(width);
  expect(card).toBeLessThanOrEqual(602);
  expect(card).toBeGreaterThan(Math.min(width, 600) - 60);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`MAIL-02 MAIL-06 mails of every kind are readable from 320 to 600 pixels, on a ${colorScheme} screen`, async ({
    browser,
  }, info) => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    for (const [kind, html] of Object.entries(mails)) {
      await test.step(kind, async () => {
        await page.setContent(html);
        for (const width of [1000, 600, 320]) await expectFit(page, width);
        await expect(page.locator('.k-button')).toHaveCount(
          kind === 'digest' ? Object.keys(kinds).length + 1 : 1,
        );
        expect(await axeFindings(page, '.k-card')).toEqual([]);
        await info.attach(`${kind} ${colorScheme}`, {
          body: await page.screenshot({ fullPage: true }),
          contentType: 'image/png',
        });
      });
    }
    await context.close();
  });
}
