import fc from 'fast-check';
import { invoiceFields, invoiceLineFields } from '../../../src/features/invoice/fields.ts';
import { actionInputs } from '../../../src/features/invoice/server/commands.ts';
import { everyField } from '../../support/playing-fields.ts';
import { type Player, players, type Way, way } from '../../support/playing-people.ts';
import { accounts } from './fixture.ts';

interface ByPerson {
  readonly who: Player | 'holder';
  readonly by: Way;
}

interface OnInvoice extends ByPerson {
  /** Index of the invoice in the game, modulo their number. */
  readonly on: number;
}

/** A person performs an action; `onward` is the action that moves the invoice on. */
export interface Act extends OnInvoice {
  readonly kind: 'act';
  readonly action: string;
  readonly person: Player;
  /** Whether the person confirms all questions. */
  readonly confirms: boolean;
}

/** A person edits the form and saves. */
export interface Edit extends OnInvoice {
  readonly kind: 'edit';
  /** A head field, `lines.` with a line field, `added`, `removed` or `ordered`; `repaired` sets valid values. */
  readonly field: string;
  readonly value: string | null;
  readonly place: number;
  /** Whether the total is set to the sum of the lines. */
  readonly fits: boolean;
}

/** A person creates another invoice. */
export interface Bring extends OnInvoice {
  readonly kind: 'bring';
  readonly what: 'invoice' | 'ordered' | 'credit note' | 'prepayment' | 'final';
  readonly gross: string;
}

/** A person exports the invoice, or all waiting ones. */
export interface Export extends OnInvoice {
  readonly kind: 'export';
  readonly what: 'one' | 'all' | 'again' | 'withdraw';
}

/** An event outside the invoices; changed settings count as confirmed by a second administrator. */
export interface Happening {
  readonly kind: 'world';
  readonly event: string;
  readonly pick: number;
}

export type Move = (Act | Edit | Bring | Export | Happening) & Readonly<Record<string, unknown>>;

/** All commands of an invoice; rarely reached ones are repeated. */
const actions = [
  ...Object.keys(actionInputs),
  ...['send_to_clearing', 'reassign', 'discard', 'to_approval', 'to_accounting'],
];

/** Values with special effects; other fields get values that their type allows. */
const typed: Readonly<Record<string, readonly (string | null)[]>> = {
  total_brutto: ['1', '119', '1071', '1190', '20000', '250000', '-100', '-1071'],
  prepaid_amount: ['0', '50', '100000', '-50'],
  rounding_amount: ['0', '0.5', '100000'],
  tax: ['0', '7', '19'],
  currency: ['EUR', 'EUR', 'GBP'],
  iban: [...accounts, null],
  bic: ['COBADEFFXXX', null],
  number_printed: ['RE-1', 'RE-9'],
  number: ['1', null],
  procurement_id: ['order', null],
  'lines.total_netto': ['1', '450', '900', '50000', '-100'],
  'lines.quantity': ['1', '2', '100'],
  'lines.unit_net_price': ['450', '1', null],
  'lines.tax_percentage': ['0', '19'],
};

/** Fields that are edited more often, because they affect money. */
const ofMoney: readonly (readonly [field: string, values: readonly (string | null)[]])[] = [
  ...['total_brutto', 'prepaid_amount', 'currency', 'iban', 'lines.total_netto'].map(
    (field) => [field, typed[field] ?? []] as const,
  ),
  ['iban', accounts],
  ['supplier_id', ['0', '1', '2']],
  ['client_id', ['0', '1']],
  ['cost_center_id', ['0', '1', '2', null]],
  ['procurement_id', ['order', null]],
  ['lines.ordered', ['both', 'first']],
  ['lines.added', ['50', '9000']],
  ['lines.removed', ['true']],
  ...Array.from({ length: 4 }, () => ['repaired', ['0', '1']] as const),
  ['payment_method', ['BANK_TRANSFER', 'AUTOMATIC_DEBIT', 'ONLINE_PAYMENT', null]],
];

/** All form fields of the head and of a line. */
const fields = everyField(invoiceFields, invoiceLineFields, typed);

/** Events outside the invoices. */
export const events = [
  ...['deactivate supplier', 'deactivate cost_center', 'deactivate ledger_account', 'activate', 'activate'],
  ...['propose account', 'confirm account', 'confirm account', 'second person off', 'second person on'],
  ...[
    'check separate',
    'check together',
    'block limits',
    'confirm limits',
    'block budgets',
    'confirm budgets',
  ],
  ...['away', 'back', 'no longer approver', 'approver again', 'small budget', 'order cancelled'],
  ...['goods back', 'order in clearing'],
] as const;

const who = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Player | 'holder'>('holder') },
  { weight: 2, arbitrary: fc.constantFrom(...players) },
);
const on = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(3) });
const byPerson = { who, by: way, on };

const edit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ofMoney) },
  { weight: 1, arbitrary: fc.constantFrom(...fields) },
);

/** Another person who knows the suppliers confirms the account (INV-21). */
const confirmation = fc.record({
  kind: fc.constant('act' as const),
  who: fc.constantFrom<Player>('buyer', 'buyer', 'selector', 'accountant'),
  by: way,
  on,
  action: fc.constant('confirm_bank_data'),
  person: fc.constant<Player>('buyer'),
  confirms: fc.constant(true),
});

/** Mostly sensible moves, because random ones seldom get far. */
export const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 1, arbitrary: confirmation },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      ...byPerson,
      action: fc.oneof(
        { weight: 7, arbitrary: fc.constant('onward') },
        { weight: 3, arbitrary: fc.constantFrom(...actions) },
      ),
      person: fc.constantFrom(...players),
      confirms: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 5,
    arbitrary: edit.chain(([field, values]) =>
      fc.record({
        kind: fc.constant('edit' as const),
        ...byPerson,
        field: fc.constant(field),
        value: fc.constantFrom(...values),
        place: fc.nat(1),
        fits: fc.constantFrom(true, true, true, false),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bring' as const),
      who: fc.constantFrom<Player>('accountant', 'accountant', 'buyer', 'requester', 'approver2'),
      by: way,
      on,
      what: fc.constantFrom('invoice', 'ordered', 'credit note', 'prepayment', 'final'),
      gross: fc.constantFrom('119', '535.5', '1071', '20000'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('export' as const),
      ...byPerson,
      what: fc.constantFrom('one', 'one', 'all', 'again', 'withdraw'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('world' as const),
      event: fc.constantFrom<string>(...events),
      pick: fc.nat(5),
    }),
  },
);
