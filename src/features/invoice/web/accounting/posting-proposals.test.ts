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
/** One posting per `[account, cost center]`, newest first. */
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

describe('INV-16 a line gets the accounting of earlier lines of the supplier as a proposal', () => {
  test('a proposal counts the invoices with and without it and names the latest', () => {
    expect(proposed(earlier([7, 1], [7, 1], [8, 1], [7, 1]))).toEqual({
      by: { ledger_account_id: record(7), cost_center_id: record(1) },
      invoices: 3,
      others: 1,
      last: { id: 100, number: 'RE-100', day: '2026-01-02' },
    });
  });

  test('one deviating booking is an exception, two in a row change the proposal', () => {
    const [a, b] = [[7], [8]] as const;
    expect(account(earlier(a, a, a, a))).toBe(7);
    expect(account(earlier(b, a, a, a))).toBe(7);
    expect(account(earlier(b, b, a, a, a, a, a))).toBe(8);
    expect(account(earlier(a, b, b, a, a, a, a))).toBe(7);
    // Of two equally frequent accounts, the later one wins.
    expect(account(earlier(b, a))).toBe(8);
  });

  test('the same text goes before a similar text, that before the tax alone; another tax never matches', () => {
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

  test('the other fields come from the bookings of the proposed account', () => {
    const known = earlier([8, 2], [7, 1], [7, 1], [8, 2], [7, 3]);
    expect(proposed(known)?.by).toEqual({ ledger_account_id: record(7), cost_center_id: record(1) });
    // An account that a person chose leads and is not proposed again.
    expect(proposed(known, {}, { own: { ledger_account_id: record(8) } })?.by).toEqual({
      cost_center_id: record(2),
    });
    // An account without bookings yields no proposal.
    expect(proposed(known, {}, { own: { ledger_account_id: record(9) } })).toBeNull();
    expect(proposed(known, {}, { own: { cost_center_id: record(9) } })?.by).toEqual({
      ledger_account_id: record(7),
    });
  });

  test('nothing is proposed for fields that the line or the head has', () => {
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

describe('INV-16 proposals are applied to a form', () => {
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

  test('a line without own values takes those of the head, its posting key only if all lines have the same tax', () => {
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

  test('an inactive account yields no proposal, an inactive cost center is left out', () => {
    const closed = { ...active(7), active: false };
    expect(postingsOf({ ...booked, ledger_account: closed })).toEqual([]);
    const [first] = postingsOf({ ...booked, cost_center: closed });
    expect(first?.by.cost_center_id).toBeNull();
  });

  const head = { ...emptyRow(invoiceFields), client: null, supplier: null, tax_rows: [] };
  const typed = { ...newLine('a'), description: 'Mobilfunk', total_netto: '1', tax_percentage: '19' };

  test('lines with the same values share one proposal, and chosen values stay', () => {
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

  test('the head of an invoice without lines takes the proposal', () => {
    const draft = { head: { ...head, tax: '19', name: 'Telefon' }, lines: [] };
    const taken = withProposals(draft, draftProposals(draft, postingsOf(booked), 'datev'));
    expect([taken.head.ledger_account?.id, taken.head.posting_key?.id, taken.head.cost_center?.id]).toEqual([
      7, 3, 1,
    ]);
  });
});
