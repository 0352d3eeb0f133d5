import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import type {
  WaitingInvoice,
  WaitingReversal,
  Worth,
} from '../../src/features/accounting-export/web/export-data.ts';
import { SelectedSum } from '../../src/features/accounting-export/web/SelectedSum.tsx';
import { WaitingInvoices } from '../../src/features/accounting-export/web/WaitingInvoices.tsx';
import { htmlOf, showGerman, textIn } from '../support/rendered.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search: { id: number }; children: ReactNode }) => (
    <a href={`${to}?id=${search.id}`}>{children}</a>
  ),
}));

beforeAll(showGerman);

const invoice: WaitingInvoice = {
  id: 7,
  invoice_number_formatted: 'IN-000007',
  number_printed: 'RE-4711',
  invoice_date: '2026-10-15',
  status: 'export',
  total_brutto: 119,
  currency: 'EUR',
  exchange_rate: null,
  supplier: { id: 1, name: 'Weserpack' },
  client: { id: 1, name: 'Nordfeld', currency: 'EUR' },
};
const reversal: WaitingReversal = {
  id: 3,
  gross: 59.5,
  currency: 'EUR',
  control_amount: 59.5,
  invoice: { ...invoice, id: 5, invoice_number_formatted: 'IN-000005' },
  invoice_export_run: { client: invoice.client },
};

interface Shown {
  readonly invoices?: readonly WaitingInvoice[];
  readonly reversals?: readonly WaitingReversal[];
  readonly excluded?: readonly number[];
  readonly count?: number;
}

/** The rows of the list: the texts in order, and whether it is ticked; null without check box. */
function rowsOf({ invoices = [], reversals = [], excluded = [], count = invoices.length }: Shown) {
  const page = htmlOf(
    <WaitingInvoices
      waiting={{ invoices, count, reversals }}
      excluded={new Set(excluded)}
      readiness={{}}
      onExclude={() => {}}
    />,
  );
  const [, body = ''] = page.split('<tbody>');
  const rows = body.match(/<tr>.*?<\/tr>/gs) ?? [];
  return {
    page,
    rows: rows.map((row) => ({
      cells: row
        .split('</td>')
        .map((cell) =>
          cell
            .replace(/<[^>]*>/g, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter(Boolean),
      isTicked: row.includes('type="checkbox"') ? / checked=/.test(row) : null,
      leadsTo: /href="([^"]*)"/.exec(row)?.[1],
    })),
  };
}

describe('EXP-03 a row of the export page', () => {
  it('shows number, printed number, supplier, company, day and gross total, and links to the invoice', () => {
    expect(rowsOf({ invoices: [invoice] }).rows).toEqual([
      {
        cells: ['IN-000007', 'RE-4711', 'Weserpack', 'Nordfeld', '15.10.2026', '119,00 €'],
        isTicked: true,
        leadsTo: '/invoice/form?id=7',
      },
    ]);
  });

  it('is not ticked if deselected', () => {
    const { rows } = rowsOf({ invoices: [invoice, { ...invoice, id: 8 }], excluded: [8] });
    expect(rows.map(({ isTicked }) => isTicked)).toEqual([true, false]);
  });

  it('EXP-16 marks invoices exported before', () => {
    const { rows } = rowsOf({ invoices: [{ ...invoice, status: 'completed' }] });
    expect(rows[0]?.cells[0]).toBe(`IN-000007 ${german.invoice_export.exported_before}`);
  });

  it('PRICE-07 shows the value in company currency below a foreign amount, once there is a rate', () => {
    const dollars = { ...invoice, currency: 'USD', total_brutto: 200 };
    const amounts = [{ ...dollars, exchange_rate: 0.9217 }, dollars].map((one) =>
      rowsOf({ invoices: [one] }).rows[0]?.cells.at(-1),
    );
    expect(amounts).toEqual(['200,00 $ 184,34 €', '200,00 $']);
  });

  it('ROLE-07 shows no amount to people who see no prices', () => {
    const [row] = rowsOf({ invoices: [{ ...invoice, total_brutto: null }] }).rows;
    expect(row?.cells.join(' ')).not.toMatch(/\d,\d\d/);
  });

  it('EXP-24 a reversal has the opposite sign and no check box', () => {
    const [row] = rowsOf({ reversals: [reversal] }).rows;
    expect(row).toMatchObject({ isTicked: null, leadsTo: '/invoice/form?id=5' });
    expect(row?.cells[0]).toBe(`IN-000005 ${german.invoice_export.reversal}`);
    expect(row?.cells.at(-1)).toMatch(/^[-−]59,50 €$/);
  });
});

it('EXP-03 the export page shows the number of further invoices, or that none wait', () => {
  expect(rowsOf({ invoices: [invoice], count: 3 }).page).toContain('und 2 weitere');
  expect(rowsOf({}).page).toContain(german.invoice_export.nothing_waits);
});

describe('PRICE-07 the sum of the selection', () => {
  const sumOf = (...worths: readonly Worth[]) =>
    textIn(htmlOf(<SelectedSum worths={worths} isPart={false} />));

  it('is shown in the currency of the companies', () => {
    expect(sumOf({ amount: '119', currency: 'EUR' }, { amount: '81', currency: 'EUR' })).toBe(
      `${german.invoice_export.sum} 200,00 €`,
    );
  });

  it('is not shown without a selection', () => {
    expect(sumOf()).toBe('');
  });
});
