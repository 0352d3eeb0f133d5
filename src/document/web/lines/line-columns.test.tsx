import { isValidElement, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Amount as AmountValue } from '../../../base/money.ts';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { AmountField, QuantityField } from '../../../platform/web/kit/AmountField.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { amount, type DocumentFields, percent, reference, text } from '../../fields.ts';
import { totals } from '../../totals.ts';
import type { Reference } from '../draft/reference.ts';
import { findCostCenters, findLedgerAccounts } from '../lookups.ts';
import { filling, type LineColumn, type LineSheet, shownColumns, type TypedLine } from './line-columns.ts';
import { draftGroups } from './line-groups.ts';
import { cellFields } from './use-line-fields.ts';

/** Example lines: postings. */
interface PostedLine extends TypedLine {
  readonly text: string;
  readonly ledger_account: Reference | null;
  readonly posting_key: string;
  readonly cost_center: Reference | null;
  readonly tax: AmountValue | null;
  readonly amount: AmountValue | null;
}

/** Their declared fields. */
const fields = {
  text: text({ max: 60 }),
  ledger_account_id: reference('ledger_account'),
  posting_key: text({ max: 4 }),
  cost_center_id: reference('cost_center'),
  tax: percent({ initial: '19' }),
  amount: amount({ price: true }),
} satisfies DocumentFields;

const clientId = 1;
const gross = ({ amount, tax }: PostedLine) =>
  amount === null ? null : String(Number(amount) * (1 + Number(tax ?? 0) / 100));

const columns: readonly LineColumn<PostedLine>[] = [
  { key: 'text', label: 'Text', cell: ({ field }) => <TextField {...field('text')} /> },
  {
    key: 'ledger_account_id',
    label: 'Sachkonto',
    width: '18%',
    cell: ({ field }) => (
      <SearchSelect
        {...field('ledger_account', 'ledger_account_id')}
        searchKey={['ledger_account', clientId]}
        search={(text, signal) => findLedgerAccounts(clientId, text, signal)}
      />
    ),
  },
  {
    key: 'posting_key',
    label: 'BU',
    width: '60px',
    from: 1000,
    cell: ({ field }) => <TextField {...field('posting_key')} />,
  },
  {
    key: 'cost_center_id',
    label: 'Kostenstelle',
    width: '18%',
    cell: ({ field }) => (
      <SearchSelect
        {...field('cost_center', 'cost_center_id')}
        searchKey={['cost_center', clientId, null]}
        search={(text, signal) => findCostCenters(clientId, null, text, signal)}
      />
    ),
  },
  {
    key: 'tax',
    label: 'USt %',
    width: '60px',
    isNumber: true,
    cell: ({ field }) => <QuantityField {...field('tax')} />,
  },
  {
    key: 'amount',
    label: 'Netto',
    width: '104px',
    isNumber: true,
    isPrice: true,
    cell: ({ field }) => <AmountField {...field('amount')} />,
  },
  {
    key: 'gross',
    label: 'Brutto',
    width: '104px',
    isNumber: true,
    isPrice: true,
    isResult: true,
    cell: ({ line }) => <Amount value={gross(line)} decimals={2} />,
  },
];

const sheet: LineSheet<PostedLine> = {
  name: 'posted',
  fields,
  columns,
  details: null,
  newLine: (key) => ({
    key,
    id: null,
    text: '',
    ledger_account: null,
    posting_key: '',
    cost_center: null,
    tax: '19',
    amount: null,
  }),
  isBlank: ({ text, amount }) => text === '' && amount === null,
  pasted: [
    { name: 'text', role: 'text' },
    { name: 'tax', role: 'tax' },
    {
      name: 'amount',
      role: 'price',
      isPrice: true,
      fill: (line, value) => ({ ...line, amount: String(value), posting_key: line.tax === '7' ? '8' : '9' }),
    },
  ],
  groupings: [
    {
      name: 'ledger_account',
      label: 'Sachkonto',
      groupOf: ({ ledger_account: one }) => one && { key: String(one.id), name: one.name },
      alike: (line, { ledger_account }) => ({ ...line, ledger_account }),
    },
  ],
};

const tools = { id: 4980, name: 'Werkzeug' };
const freight: PostedLine = { ...sheet.newLine('a'), text: 'Fracht', amount: '100' };
const drill: PostedLine = { ...sheet.newLine('b'), text: 'Bohrer', amount: '50', ledger_account: tools };

const keysAt = (width: number, seesPrices = true) =>
  shownColumns(columns, { seesPrices, width }).map(({ key }) => key);

/** The input props of a column's cell. */
function cellOf(
  key: string,
  line: PostedLine,
  onChange: (columns: readonly string[], next: unknown) => void,
) {
  const problems = new Map([['b.posting_key', 'Falsch']]);
  const field = cellFields({ line, fields, problems, onChange }, 2, (text, values) =>
    [text, ...Object.values(values ?? {})].join(' '),
  );
  const cell: ReactNode = columns
    .find((column) => column.key === key)
    ?.cell({ line, position: 2, net: null, field, onChange });
  if (!isValidElement<Readonly<Record<string, unknown>>>(cell)) throw new Error(`${key} shows no input`);
  return cell.props;
}

describe('declared grid columns', () => {
  it('ROLE-07 hide amounts without prices', () => {
    expect(keysAt(1200)).toEqual(columns.map(({ key }) => key));
    expect(keysAt(1200, false)).toEqual([
      'text',
      'ledger_account_id',
      'posting_key',
      'cost_center_id',
      'tax',
    ]);
  });

  it('may require a wide grid, while phone cards show all fields', () => {
    expect(keysAt(900)).not.toContain('posting_key');
    expect(keysAt(390)).toContain('posting_key');
  });

  it('read and change their field under its server name', () => {
    const onChange = vi.fn<(columns: readonly string[], next: unknown) => void>();
    const account = cellOf('ledger_account_id', drill, onChange);
    expect(account).toMatchObject({
      name: 'lines.1.ledger_account_id',
      label: 'document.line.field field.ledger_account_id 2',
      isLabelHidden: true,
      value: tools,
    });
    (account.onChange as (value: Reference | null) => void)(null);
    const [typed, next] = onChange.mock.calls[0] ?? [];
    expect(typed).toEqual(['ledger_account_id']);
    expect((next as (line: PostedLine) => PostedLine)(drill)).toEqual({ ...drill, ledger_account: null });
    expect(cellOf('posting_key', drill, onChange)).toMatchObject({ error: 'Falsch', maxLength: 4 });
    expect(cellOf('gross', drill, onChange).value).toBe('59.5');
  });

  it('PROC-40 take pasted values in their order and keep fields without one', () => {
    const pasted = new Map([
      ['amount', '12.50'],
      ['tax', '7'],
    ]);
    expect(filling(sheet.pasted, pasted)(drill)).toEqual({
      ...drill,
      tax: '7',
      amount: '12.50',
      posting_key: '8',
    });
  });

  it('PROC-10 group lines by the kind’s groupings', () => {
    const lines = [freight, drill, sheet.newLine('c')];
    const priced = lines.map(({ amount, tax }) => ({
      quantity: '1',
      price_netto: amount,
      price_brutto: null,
      price_mode: 'net' as const,
      tax,
    }));
    const [grouping] = sheet.groupings;
    if (grouping === undefined) throw new Error('there is one');
    const groups = draftGroups(lines, totals(priced), sheet, grouping);
    expect(groups.map(({ name, lines: keys, net }) => [name, [...keys], net])).toEqual([
      [null, ['a'], '100'],
      ['Werkzeug', ['b'], '50'],
    ]);
    expect(groups[1]?.fill(sheet.newLine('d')).ledger_account).toEqual(tools);
  });
});
