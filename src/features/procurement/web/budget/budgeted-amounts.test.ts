import { describe, expect, it } from 'vitest';
import type { LineRow, ProcurementDocument } from '../document.ts';
import { emptyDraft, newLine } from '../draft/draft.ts';
import { costCentersOf, countedAmounts } from './budgeted-amounts.ts';

function line(changed: Partial<LineRow> = {}): Partial<LineRow> {
  return {
    id: 1,
    kind: 'item',
    quantity: 4,
    quantity_received: 0,
    price_netto: 25,
    price_mode: 'net',
    price_unit: 1,
    tax: 19,
    cost_center: null,
    ledger_account: null,
    ...changed,
  };
}

function request(changed: object): ProcurementDocument {
  return {
    status: 'approval',
    total_netto: 100,
    exchange_rate: null,
    completely_invoiced: false,
    client: null,
    cost_center: { id: 7, number: '7', name: 'Lager' },
    ledger_account: { id: 9, number: '9', name: 'Werkzeug' },
    procurement_lines: [line()],
    approvers: [],
    invoices: [],
    ...changed,
  } as unknown as ProcurementDocument;
}

const nets = (changed: object): readonly number[] =>
  countedAmounts(request(changed)).map(({ net }) => Number(net));

describe('BUD-04 what the consumption already includes of a request', () => {
  it('is nothing before it is submitted or when it is declined', () => {
    expect(['draft', 'open', 'declined'].flatMap((status) => nets({ status }))).toEqual([]);
  });

  it('BUD-03 is each line on its own cost center and account, else on those of the head', () => {
    const own = line({ cost_center: { id: 8, number: '8', name: 'Versand' } });
    expect(countedAmounts(request({ procurement_lines: [line(), own] }))).toMatchObject([
      { cost_center_id: 7, ledger_account_id: 9 },
      { cost_center_id: 8, ledger_account_id: 9 },
    ]);
  });

  it('BUD-03 is in company currency', () => {
    expect(nets({ exchange_rate: 0.5 })).toEqual([50]);
  });

  it('is what came, once the request is completed', () => {
    const procurement_lines = [line({ quantity_received: 1 })];
    expect(nets({ status: 'ordered', procurement_lines })).toEqual([100]);
    expect(nets({ status: 'completed', procurement_lines })).toEqual([25]);
  });

  it('is what the invoices take, once it is completely invoiced, up to its own value', () => {
    const invoices = [
      { status: 'completed', total_netto: 60 },
      { status: 'declined', total_netto: 500 },
    ];
    expect(nets({ completely_invoiced: true, invoices })).toEqual([60]);
    expect(nets({ completely_invoiced: true, invoices: [{ status: 'export', total_netto: 120 }] })).toEqual([
      100,
    ]);
    expect(nets({ completely_invoiced: true })).toEqual([0]);
  });
});

describe('PROC-15 the budgets that are shown', () => {
  const stock = { id: 7, number: '7', name: 'Lager' };
  const office = { id: 8, number: '8', name: 'Büro' };
  const on = (cost_center: typeof stock | null) => ({ ...newLine('a', null), cost_center });

  it('are those of every cost center in use, each once, that of the request first', () => {
    const head = { ...emptyDraft.head, cost_center: stock };
    const lines = [on(office), on(null), on(stock), on(office)];
    expect(costCentersOf({ ...emptyDraft, head, lines })).toEqual([stock, office]);
  });
});
