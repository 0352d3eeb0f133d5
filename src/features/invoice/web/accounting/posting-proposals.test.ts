import { describe, expect, test } from 'vitest';
import { emptyRow } from '../../../../document/web/draft/draft-fields.ts';
import {
  type EarlierPosting,
  type PostedBy,
  type PostedLine,
  postingProposal,
  proposedColumns,
} from '../../accounting/posting-proposals.ts';
import { invoiceFields } from '../../fields.ts';
import { newLine } from '../draft.ts';
import { postingsOf } from './earlier-postings.ts';
import { draftProposals, withProposals } from './posting-draft.ts';

const record = (id: number) => ({ id, number: String(4000 + id), name: `Konto ${id}` });
const line: PostedLine = {
  ...{ description: 'Mobilfunk Oktober 2026', item_number: '' },
  ...{ tax_category: 'S', tax_percentage: '19' },
};
/** The newest invoice first, by the account of each, the cost center beside it. */
const earlier = (...accounts: readonly (readonly [number, number?])[]): EarlierPosting[] =>
  accounts.map(([account, center], place) => ({
    ...line,
    description: 'Mobilfunk November 2025',
    invoice: { id: 100 - place, number: `RE-${100 - place}`, day: '2026-01-02' },
    by: { ledger_account_id: record(account), cost_center_id: center === undefined ? null : record(center) },
  }));
const columns = proposedColumns('datev-csv');
const nothing = { own: {}, preset: {} };
const proposed = (
  known: readonly EarlierPosting[],
  change: Partial<PostedLine> = {},
  chosen: { own?: PostedBy; preset?: PostedBy } = {},
) => postingProposal({ ...line, ...change }, { ...nothing, ...chosen }, known, columns);
const account = (known: readonly EarlierPosting[], change: Partial<PostedLine> = {}) =>
  proposed(known, change)?.by.ledger_account_id?.id;

describe('INV-16 a line is proposed to be booked as earlier ones of the supplier were', () => {
  test('with the number of invoices that were booked so, those that were not, and the last of them', () => {
    expect(proposed(earlier([7, 1], [7, 1], [8, 1], [7, 1]))).toEqual({
      by: { ledger_account_id: record(7), cost_center_id: record(1) },
      invoices: 3,
      others: 1,
      last: { id: 100, number: 'RE-100', day: '2026-01-02' },
    });
  });

  test('one other booking is an exception, and two in a row are learnt', () => {
    const [a, b] = [[7], [8]] as const;
    expect(account(earlier(a, a, a, a))).toBe(7);
    expect(account(earlier(b, a, a, a))).toBe(7);
    expect(account(earlier(b, b, a, a, a, a, a))).toBe(8);
    expect(account(earlier(a, b, b, a, a, a, a))).toBe(7);
    // Of two that are as frequent the later one.
    expect(account(earlier(b, a))).toBe(8);
  });

  test('the same text counts before a similar one, and that before the tax alone; another tax never', () => {
    const [phone] = earlier([7]);
    if (phone === undefined) throw new Error('there is one');
    const known = [
      {
        ...phone,
        description: 'Festnetz Miete Anlage',
        by: { ledger_account_id: record(8) },
        invoice: { ...phone.invoice, id: 9 },
      },
      { ...phone, description: 'Mobilfunk Oktober Grundpreis' },
    ];
    expect(account(known, { description: 'MOBILFUNK Oktober, Grundpreis 17' })).toBe(7);
    expect(account(known, { description: 'Mobilfunk Oktober' })).toBe(7);
    expect(account(known, { description: 'Router' })).toBe(8);
    expect(account(known, { description: 'Router', item_number: '' })).toBe(8);
    expect(account(known, { tax_percentage: '7.00' })).toBeUndefined();
    expect(account(known, { tax_percentage: '19.00' })).toBe(7);
    expect(account(known, { tax_category: 'AE' })).toBeUndefined();
    expect(account([])).toBeUndefined();
  });

  test('what follows from an account is that of its bookings', () => {
    const known = earlier([8, 2], [7, 1], [7, 1], [8, 2], [7, 3]);
    expect(proposed(known)?.by).toEqual({ ledger_account_id: record(7), cost_center_id: record(1) });
    // Somebody chose the other account: it leads, and is not proposed again.
    expect(proposed(known, {}, { own: { ledger_account_id: record(8) } })?.by).toEqual({
      cost_center_id: record(2),
    });
    // Of one that was never booked nothing is known.
    expect(proposed(known, {}, { own: { ledger_account_id: record(9) } })).toBeNull();
    expect(proposed(known, {}, { own: { cost_center_id: record(9) } })?.by).toEqual({
      ledger_account_id: record(7),
    });
  });

  test('nothing is proposed where the line, or the head for it, says so already', () => {
    const known = earlier([7, 1]);
    const by = { ledger_account_id: record(7), cost_center_id: record(1) };
    expect(proposed(known, {}, { own: by })).toBeNull();
    expect(proposed(known, {}, { preset: by })).toBeNull();
    expect(
      proposed(known, {}, { preset: { ledger_account_id: record(5), cost_center_id: record(1) } })?.by,
    ).toEqual({
      ledger_account_id: record(7),
    });
  });

  test('a posting key where invoices go to DATEV, tax groups where they go to Dynamics 365', () => {
    expect(columns).toContain('posting_key_id');
    expect(columns).not.toContain('tax_group_id');
    expect(proposedColumns('ms365')).not.toContain('posting_key_id');
    expect(proposedColumns('ms365')).toContain('tax_group_id');
  });
});

describe('INV-16 proposals are taken into a form', () => {
  const active = (id: number) => ({ ...record(id), active: true });
  const none = { ledger_account: null, profit_center: null, cost_center: null };
  const bookedLine: Parameters<typeof postingsOf>[0]['invoice_lines'][number] = {
    ...({ description: 'Mobilfunk', item_number: null, tax_category: 'S', tax_percentage: 19 } as const),
    ...none,
    ...{ posting_key: null, tax_group: null, tax_item_group: null },
  };
  const booked = {
    ...{ id: 1, number_printed: 'RE-1', invoice_date: '2026-01-02', name: 'Telefon', tax: 19 },
    ...{ ...none, posting_key: active(3), ledger_account: active(7), cost_center: active(1) },
    invoice_lines: [bookedLine, { ...bookedLine, cost_center: active(2) }],
  };

  test('a line without its own was booked by the head; a key of the head counts where all lines are taxed alike', () => {
    const ids = (invoice: typeof booked) =>
      postingsOf(invoice).map(({ by }) => Object.values(by).flatMap((one) => one?.id ?? []));
    expect(ids(booked)).toEqual([
      [7, 3, 1],
      [7, 3, 2],
    ]);
    expect(ids({ ...booked, invoice_lines: [bookedLine, { ...bookedLine, tax_percentage: 7 }] })).toEqual([
      [7, 1],
      [7, 1],
    ]);
    expect(ids({ ...booked, invoice_lines: [] })).toEqual([[7, 3, 1]]);
  });

  test('an account that is not in use any more tells nothing, a cost center is left out', () => {
    const closed = { ...active(7), active: false };
    expect(postingsOf({ ...booked, ledger_account: closed })).toEqual([]);
    const [first] = postingsOf({ ...booked, cost_center: closed });
    expect(first?.by.cost_center_id).toBeNull();
  });

  const head = { ...emptyRow(invoiceFields), client: null, supplier: null, tax_rows: [] };
  const typed = { ...newLine('a'), description: 'Mobilfunk', total_netto: '1', tax_percentage: '19' };

  test('lines that get the same are one proposal, and what somebody chose stays', () => {
    const draft = {
      head,
      lines: [
        typed,
        newLine('blank'),
        { ...typed, key: 'b' },
        { ...typed, key: 'c', cost_center: record(5) },
      ],
    };
    const proposals = draftProposals(draft, postingsOf(booked), 'datev-csv');
    expect(proposals.map(({ positions }) => positions)).toEqual([[1, 3], [4]]);
    const taken = withProposals(draft, proposals);
    expect(
      taken.lines.map((one) => [one.ledger_account?.id, one.posting_key?.id, one.cost_center?.id]),
    ).toEqual([
      [7, 3, 1],
      [undefined, undefined, undefined],
      [7, 3, 1],
      [7, 3, 5],
    ]);
    expect(draftProposals(taken, postingsOf(booked), 'datev-csv')).toEqual([]);
  });

  test('an invoice without lines gets them at its head', () => {
    const draft = { head: { ...head, tax: '19', name: 'Telefon' }, lines: [] };
    const taken = withProposals(draft, draftProposals(draft, postingsOf(booked), 'datev'));
    expect([taken.head.ledger_account?.id, taken.head.posting_key?.id, taken.head.cost_center?.id]).toEqual([
      7, 3, 1,
    ]);
  });
});
