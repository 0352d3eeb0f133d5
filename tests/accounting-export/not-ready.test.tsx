import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import type { RefusalCode } from '../../src/base/refusal.ts';
import { notTicked, type WaitingInvoice } from '../../src/features/accounting-export/web/export-data.ts';
import { NotReadyInvoices } from '../../src/features/accounting-export/web/NotReadyInvoices.tsx';
import type { ExportTarget } from '../../src/features/export-target/targets.ts';
import { ReadyState } from '../../src/features/invoice/web/accounting/ReadyState.tsx';
import { i18n } from '../../src/platform/web/i18n.ts';

vi.mock('@tanstack/react-router', () => ({
  Link: (props: { to: string; params?: object; search: object; children: ReactNode }) => (
    <a href={[props.to, props.params, props.search].map((part) => JSON.stringify(part)).join(' ')}>
      {props.children}
    </a>
  ),
}));
vi.stubGlobal('localStorage', { getItem: () => null });

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'de', resources: { de: { translation: german } } });
});

const invoice = (id: number): WaitingInvoice => ({
  ...{ id, invoice_number_formatted: `IN-${id}`, number_printed: `RE-${id}`, invoice_date: '2026-10-15' },
  ...{ status: 'export', total_brutto: 119, currency: 'EUR', exchange_rate: null },
  supplier: { id: 31, name: 'Weserpack' },
  client: { id: 41, name: 'Nordfeld', currency: 'EUR' },
});
const problem = (code: RefusalCode) => ({ code });

const linksIn = (page: string): readonly string[] =>
  [...page.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&quot;', '"'));

describe('EXP-27 waiting invoices that are not ready', () => {
  it('are not ticked at first, the ready ones are', () => {
    const readiness = { 1: null, 2: problem('export_tax_key_missing') };
    expect([...notTicked([1, 2, 3], readiness)]).toEqual([2]);
  });

  it('are grouped by the reason, each with a link to the record or setting and to the invoices', () => {
    const page = renderToString(
      <NotReadyInvoices
        invoices={[1, 2, 3, 4].map(invoice)}
        readiness={{
          1: problem('export_supplier_id_missing'),
          2: problem('export_supplier_id_missing'),
          3: problem('export_payables_missing'),
          4: null,
        }}
        target="datev-csv"
      />,
    );
    expect(linksIn(page)).toEqual([
      '"/admin/$entity/form" {"entity":"supplier"} {"id":31}',
      '"/invoice/form"  {"id":1}',
      '"/invoice/form"  {"id":2}',
      '"/admin/$entity/form" {"entity":"client"} {"id":41}',
      '"/invoice/form"  {"id":3}',
    ]);
  });

  it.each([
    ['datev', 'datev'],
    ['datev-csv', 'datev'],
    ['ms365', 'd365'],
  ] as const)(
    'a missing connection to %s leads to the settings of that target',
    (target: ExportTarget, tab) => {
      const readiness = { 1: problem('export_connection_inactive') };
      const onPage = renderToString(
        <NotReadyInvoices invoices={[invoice(1)]} readiness={readiness} target={target} />,
      );
      const ofInvoice = renderToString(
        <ReadyState problem={readiness[1]} target={target} supplier={null} client={null} />,
      );
      const settings = `"/admin/configuration"  {"tab":"${tab}"}`;
      expect(linksIn(onPage)[0]).toBe(settings);
      expect(linksIn(ofInvoice)).toEqual([settings]);
    },
  );
});
