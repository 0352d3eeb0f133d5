import fc from 'fast-check';
import { contractFields, contractLineFields } from '../../../src/features/contract/fields.ts';
import { actionInputs } from '../../../src/features/contract/server/commands.ts';
import { everyField } from '../../support/playing-fields.ts';
import { type Player, players, type Way, way } from '../../support/playing-people.ts';

interface ByPerson {
  readonly who: Player | 'holder';
  readonly by: Way;
  /** The index of a contract of the game, modulo their number. */
  readonly on: number;
}

/** A person takes an action; `onward` is the next forward action of the contract. */
export interface Act extends ByPerson {
  readonly kind: 'act';
  readonly action: string;
  readonly person: Player;
  /** Confirms all questions. */
  readonly confirms: boolean;
  readonly comment: boolean;
}

/** A person gives notice or corrects its receipt; days count from today, months from there on. */
export interface Ending extends ByPerson {
  readonly kind: 'ending';
  readonly action: 'terminate' | 'correct_receipt';
  readonly days: number;
  /** A different end than the derived one, in days from today. */
  readonly agreed: number | null;
  readonly letter: boolean;
  readonly comment: boolean;
}

/** A person edits a field and saves. */
export interface Edit extends ByPerson {
  readonly kind: 'edit';
  /** A head field, or `lines.` with a line field, `added` or `removed`. */
  readonly field: string;
  readonly value: string | null;
  readonly place: number;
}

/** A person adds or removes a document. */
export interface Filing extends ByPerson {
  readonly kind: 'file';
  readonly what: 'attach' | 'detach';
  readonly place: number;
}

/** A person creates another contract, or an amendment of this one. */
export interface Bring extends ByPerson {
  readonly kind: 'bring';
  readonly what: 'contract' | 'amendment';
}

/** A person orders under the contract; approvers confirm no questions. */
export interface Order extends ByPerson {
  readonly kind: 'order';
  readonly price: string;
  readonly other: boolean;
}

/** An event outside the contracts. */
export interface Happening {
  readonly kind: 'world';
  readonly event: string;
  readonly pick: number;
}

export type Move = (Act | Ending | Edit | Filing | Bring | Order | Happening) &
  Readonly<Record<string, unknown>>;

/** Actions with days or amendments are separate moves. */
const otherwise = ['terminate', 'correct_receipt', 'send_letter'];

/** Every command of a contract; rarely possible ones occur more often. */
const actions = [
  ...Object.keys(actionInputs).filter((action) => !otherwise.includes(action)),
  ...['send_letter', 'send_to_clearing', 'send_to_clearing', 'reassign', 'decline', 'take_over'],
  ...['confirm_ending', 'finish_clearing', 'revoke_termination'],
];

/** Values with special effects; `0d` is today, `-40d` forty days ago. */
const typed: Readonly<Record<string, readonly (string | null)[]>> = {
  start_date: ['0d', '-40d', '-400d', '90d', null],
  end_date: ['30d', '400d', '-5d', null],
  next_possible_contract_end: ['200d', null],
  termination_deadline: ['100d', null],
  reminder_date: ['-1d', '20d', null],
  contract_date: ['0d', null],
  duration: ['1', '12', '36', null],
  min_duration: ['6', '24', null],
  renewal_duration: ['1', '12', null],
  notice_period: ['1', '3', '30', '0', null],
  notice_workdays: ['3', null],
  duration_unit_type: ['month', 'year'],
  renewal_duration_unit_type: ['month', 'year'],
  notice_period_unit_type: ['day', 'week', 'month', 'quarter'],
  reminder_days_before: ['0', '30'],
  responsible_id: ['requester', 'buyer', 'approver2', null],
  name: ['Wartung', null],
  notes: ['Ordner 12', null],
  'lines.total': ['1', '450', '9000', '90000'],
  'lines.quantity': ['1', '2'],
  'lines.name': ['Leitung', null],
  'lines.tax': ['0', '7', '19'],
  'lines.offer_date': ['0d', null],
  'lines.image_url': [null],
  'lines.webshop_url': [null],
};

/** Fields with effects, chosen more often than the many others. */
const ofMoney: readonly (readonly [field: string, values: readonly (string | null)[]])[] = [
  ...['lines.total', 'start_date', 'duration', 'notice_period'].map(
    (name) => [name, typed[name] ?? []] as const,
  ),
  ['usage_type', ['monthly', 'yearly', 'usage_based']],
  // The last one has no reference rate.
  ['currency', ['EUR', 'USD', 'GBP', 'HUF']],
  ['exchange_rate', ['0.01', '1.2', '25', null]],
  ['term_type', ['fixed', 'fixed', 'indefinite', 'none']],
  ['renewal_type', ['auto', 'none', 'once']],
  ['supplier_id', ['0', '1', '2']],
  ['client_id', ['0', '1']],
  ['cost_center_id', ['0', '1', null]],
  ['responsible_id', ['requester', 'buyer', 'approver2']],
  ['termination_special_right', ['Bei Umzug', null]],
  ['lines.added', ['50', '20000']],
  ['lines.removed', ['true']],
  ...Array.from({ length: 4 }, () => ['repaired', ['0']] as const),
];

const fields = everyField(contractFields, contractLineFields, typed);

/** Events outside the contracts. */
const events = [
  ...['deactivate supplier', 'deactivate cost_center', 'deactivate department', 'activate', 'activate'],
  ...['signature separate', 'signature together', 'block limits', 'confirm limits'],
  ...['away', 'away', 'back', 'no longer approver', 'approver again'],
  ...['clock', 'clock', 'clock today', 'reminders', 'reminders', 'rates'],
] as const;

const who = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Player | 'holder'>('holder') },
  { weight: 2, arbitrary: fc.constantFrom(...players) },
);
const on = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(3) });
const byPerson = { who, by: way, on };
/** Mostly the people responsible for a contract. */
const responsible = {
  ...byPerson,
  who: fc.constantFrom<Player>('buyer', 'selector', 'requester', ...players),
};
const comment = fc.constantFrom(true, true, true, false);
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const edit = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ofMoney) },
    { weight: 1, arbitrary: fc.constantFrom(...fields) },
  )
  .chain(([field, values]) =>
    fc.record({
      kind: kind('edit'),
      ...byPerson,
      field: fc.constant(field),
      value: fc.constantFrom(...values),
      place: fc.nat(1),
    }),
  );

const act = fc.record({
  kind: kind('act'),
  ...byPerson,
  action: fc.oneof(
    { weight: 7, arbitrary: fc.constant('onward') },
    { weight: 3, arbitrary: fc.constantFrom(...actions) },
  ),
  person: fc.constantFrom(...players),
  confirms: fc.constantFrom(true, true, true, false),
  comment,
});

const ending = fc.record({
  kind: kind('ending'),
  ...responsible,
  action: fc.constantFrom('terminate', 'terminate', 'correct_receipt'),
  days: fc.constantFrom(0, 3, -3, -200, 60),
  agreed: fc.constantFrom(null, null, null, 30, -30, 900),
  letter: fc.boolean(),
  comment,
});

/** Favours sensible moves, since games would otherwise seldom get far. */
export const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 14, arbitrary: act },
  { weight: 5, arbitrary: edit },
  { weight: 4, arbitrary: ending },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('file'),
      ...byPerson,
      what: fc.constantFrom('attach', 'detach'),
      place: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('bring'),
      ...responsible,
      what: fc.constantFrom('contract', 'amendment', 'amendment'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('order'),
      ...responsible,
      price: fc.constantFrom('50', '450', '5000'),
      other: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('world'),
      event: fc.constantFrom<string>(...events),
      pick: fc.nat(5),
    }),
  },
);
