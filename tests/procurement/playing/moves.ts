import fc from 'fast-check';
import { actionInputs, type OfferedAction } from '../../../src/features/procurement/server/input.ts';
import type { Caller } from '../../support/demo-api.ts';
import type { Answer } from '../../support/playing.ts';
import {
  asked as answerTo,
  callerNamed,
  type Player,
  players,
  type Way,
  way,
} from '../../support/playing-people.ts';
import { makeBudgetSmall, set, switchRecords } from '../../support/playing-settings.ts';
import { todayInSql } from '../../support/today.ts';
import { commandCall } from '../requests.ts';
import { look, type RequestFixture, type Seen } from './fixture.ts';

/** A person takes an action; `holder` is the assignee, `onward` the next forward action of the current step. */
interface Act {
  readonly kind: 'act';
  readonly who: Player | 'holder';
  readonly by: Way;
  readonly action: string;
  /** The person to whom a task is passed. */
  readonly person: Player | 'group';
  /** Confirms all questions. */
  readonly confirms: boolean;
}

/** A person edits a field and saves. */
interface Edit {
  readonly kind: 'edit';
  readonly who: Player | 'holder';
  readonly by: Way;
  readonly field: string;
  readonly value: string | null;
  readonly place: number;
}

/** An event outside the request. */
interface Happening {
  readonly kind: 'world';
  readonly event: string;
  readonly pick: number;
}

export type Move = (Act | Edit | Happening) & Readonly<Record<string, unknown>>;

/** Every command on the page of a request; `return` receives a negative quantity. */
const actions = [...Object.keys(actionInputs), 'return', 'copy'];

const edits: readonly (readonly [field: string, values: readonly (string | null)[]])[] = [
  ['price_netto', ['1', '449', '900', '200000']],
  ['quantity', ['1', '2', '40']],
  ['exchange_rate', ['0.01', '1.2', '25', null]],
  ['currency', ['EUR', 'GBP', 'USD']],
  ['cost_center_id', ['0', '1', '2', null]],
  ['department_id', ['0', '1', null]],
  ['client_id', ['0', '1']],
  ['delivery_address_id', [null]],
  ['billing_address_text', [null, 'Am Hafen 1']],
  ['consignee_id', [null]],
  ['ledger_account_id', ['0', '1', null]],
  ['no_product_selection', ['true', 'false']],
  ['line.supplier_id', ['0', '1', '2', null]],
  ['line.cost_center_id', ['0', '1', '2', null]],
  ['line.ledger_account_id', ['0', '1', null]],
  ['line.tax', ['0', '7', '19']],
  ['line.price_mode', ['gross', 'net']],
  ['line.kind', ['item', 'freight']],
  ['line.description', [null]],
  ['line.removed', ['true']],
  ['line.added', ['5', '50000']],
];

const events = [
  'deactivate supplier',
  'deactivate cost_center',
  'deactivate product',
  'deactivate department',
  'activate',
  'block limits',
  'confirm limits',
  'block budgets',
  'confirm budgets',
  'budgets need approval',
  'small budget',
  'away',
  'back',
  'no longer approver',
  'approver again',
  'invoice',
  'credit note',
  'completely invoiced',
] as const;

const who = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Player | 'holder'>('holder') },
  { weight: 1, arbitrary: fc.constantFrom(...players) },
);

/** Favours sensible moves, since games would otherwise seldom get far. */
export const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      who,
      by: way,
      action: fc.oneof(
        { weight: 5, arbitrary: fc.constant('onward') },
        { weight: 3, arbitrary: fc.constantFrom(...actions) },
      ),
      person: fc.constantFrom<Player | 'group'>(...players, 'group'),
      confirms: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...edits).chain(([field, values]) =>
      fc.record({
        kind: fc.constant('edit' as const),
        who,
        by: way,
        field: fc.constant(field),
        value: fc.constantFrom(...values),
        place: fc.nat(1),
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('world' as const),
      event: fc.constantFrom<string>(...events),
      pick: fc.nat(5),
    }),
  },
);

/** Takes the move and reads the resulting request. */
export async function take(fixture: RequestFixture, move: Move): Promise<Answer> {
  fixture.before = fixture.after;
  fixture.caller = null;
  const answer = await taken(fixture, move);
  const seen = await look(fixture.demo, fixture.documentId);
  if (seen !== null) fixture.after = seen;
  return answer;
}

async function taken(fixture: RequestFixture, move: Move): Promise<Answer> {
  if (move.kind === 'world') return await happen(fixture, move);
  const name = move.who === 'holder' ? (fixture.before.holder ?? 'requester') : move.who;
  const caller = callerNamed(fixture, name, move.by);
  fixture.caller = caller;
  return move.kind === 'act' ? await act(fixture, caller, move) : await edit(fixture, caller, move);
}

/** The next forward action of each step. */
function onward({ step, placed, letters, lines, status }: Seen): string {
  const ways: Readonly<Record<string, string>> = {
    start: 'submit',
    'select-product': 'to_approval',
    approval: 'approve',
    'send-order': placed === 0 || letters < placed ? 'confirm_order' : 'complete_order',
    delivery: lines.some(({ missing }) => missing > 0) ? 'receive' : 'finish_delivery',
    clearing: status === 'clearing' && placed > 0 ? 'to_order' : 'to_approval',
  };
  return ways[step ?? ''] ?? 'comment';
}

/** Actions per supplier. */
const ofSuppliers = ['confirm_order', 'send_order', 'record_confirmation', 'accept_confirmation'];

async function act(
  fixture: RequestFixture,
  caller: Caller,
  { action, person, confirms }: Act,
): Promise<Answer> {
  const { before, documentId, ids } = fixture;
  const command = action === 'onward' ? onward(before) : action;
  const personId = person === 'group' ? ids.group?.[0] : fixture.callers.get(person)?.context.userId;
  if (command === 'return') return await takeBack(fixture, caller, before.lines[0]?.id ?? 0);
  const missing = before.lines.filter((line) => line.missing > 0);
  const given: Record<string, unknown> = {
    id: documentId,
    expected_version: before.version,
    ...(['decline', 'send_to_clearing', 'comment'].includes(command) && { comment: 'Bitte klären.' }),
    ...(command === 'reassign' && { person_id: personId }),
    receipts: missing.map((line) => ({ procurement_line_id: line.id, quantity: String(line.missing) })),
  };
  const takes = Object.keys(actionInputs[command as OfferedAction]?.shape ?? { id: true });
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => takes.includes(name)));
  if (!ofSuppliers.includes(command)) return await asked(caller, command, input, confirms);
  let answer: Answer = 'nothing';
  for (const supplier_id of new Set(before.lines.map(({ supplier }) => supplier))) {
    const { version: expected_version = 0 } = (await look(fixture.demo, documentId)) ?? {};
    const lines = before.lines
      .filter(({ supplier }) => supplier === supplier_id)
      .map(({ id }) => ({ procurement_line_id: id, quantity: '1', price: '600' }));
    const ofHim = { expected_version, supplier_id, ...(command === 'record_confirmation' && { lines }) };
    if (supplier_id !== null) answer = await asked(caller, command, { ...input, ...ofHim }, confirms);
  }
  return answer;
}

/** Reverses the last receipt of a line. */
async function takeBack(fixture: RequestFixture, caller: Caller, lineId: number): Promise<Answer> {
  const [receipt] = await fixture.demo.db.sql<{ id: string; quantity: string }>(
    'select id, quantity from goods_receipt where procurement_line_id = $1 and quantity > 0 order by id desc limit 1',
    [lineId],
  );
  if (!receipt) return 'nothing';
  const receipts = [
    {
      procurement_line_id: lineId,
      quantity: `-${receipt.quantity}`,
      reason: 'Beschädigt',
      reverses_id: Number(receipt.id),
    },
  ];
  const on = { id: fixture.documentId, expected_version: fixture.before.version };
  return await asked(caller, 'receive', { ...on, receipts }, true);
}

const asked = (
  caller: Caller,
  command: string,
  input: Record<string, unknown>,
  confirms: boolean,
): Promise<Answer> => answerTo(caller, command, (all) => commandCall(command, all), input, confirms);

async function edit(fixture: RequestFixture, caller: Caller, { field, value, place }: Edit): Promise<Answer> {
  const { before, documentId, ids } = fixture;
  const column = field.replace('line.', '');
  const isLine = field.startsWith('line.') || field === 'price_netto' || field === 'quantity';
  const table = column.replace(/_id$/, '');
  const chosen = column.endsWith('_id') && value !== null ? (ids[table]?.[Number(value)] ?? null) : value;
  const typed = { true: true, false: false }[value ?? ''] ?? chosen;
  const kept = before.lines.map(({ id }) => ({ id }));
  const lines = kept.flatMap((line, at) => {
    if (at !== place % Math.max(1, kept.length)) return [line];
    return column === 'removed' ? [] : [column === 'added' ? line : { ...line, [column]: typed }];
  });
  const added =
    column === 'added'
      ? [
          {
            description: 'Nachtrag',
            quantity: '1',
            price_netto: value,
            price_mode: 'net',
            supplier_id: ids.supplier?.[0],
          },
        ]
      : [];
  const content = isLine ? { lines: [...lines, ...added] } : { head: { [column]: typed } };
  const input = { id: documentId, expected_version: before.version, ...content };
  return await asked(caller, 'save', input, true);
}

const masterData = ['supplier', 'cost_center', 'product', 'department'];

async function happen(fixture: RequestFixture, { event, pick }: Happening): Promise<Answer> {
  const { demo, administrators, documentId } = fixture;
  const [verb, table = ''] = event.split(' ');
  if (verb === 'deactivate') await switchRecords(demo, administrators, table, await usedOf(fixture, table));
  else if (verb === 'activate')
    for (const one of masterData) await switchRecords(demo, administrators, one, 'inactive');
  else if (event === 'small budget') {
    const [center] = await usedOf(fixture, 'cost_center');
    await makeBudgetSmall(demo, administrators, center);
  } else if (event === 'completely invoiced')
    await demo.db.sql(
      "update procurement set completely_invoiced = true where id = $1 and status not in ('draft', 'open')",
      [documentId],
    );
  else if (event === 'invoice')
    await demo.db.sql(invoiceSql, [documentId, [100, 450, 900, 2000][pick % 4], null]);
  else if (event === 'credit note')
    await demo.db.sql(invoiceSql, [documentId, [-100, -450, -900][pick % 3], null]);
  else await set(demo, administrators, { event, pick });
  return event;
}

/** The records of a table that the request references, the head's first. */
async function usedOf({ demo, documentId }: RequestFixture, table: string): Promise<readonly number[]> {
  const column = `${table}_id`;
  const ofHead = `select p.${column} as id, 0 as place from procurement p where p.id = $1`;
  const ofLines = `select l.${column} as id, 1 as place from procurement_line l where l.procurement_id = $1`;
  const wanted = { department: ofHead, cost_center: `${ofHead} union ${ofLines}` }[table] ?? ofLines;
  const rows = await demo.db.sql<{ id: string | null }>(`${wanted} order by place`, [documentId]);
  return rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
}

/** A counted invoice of the order, with one line for the first line of the order. */
const invoiceSql = `
  with p as (select * from procurement where id = $1 and status not in ('draft', 'open')),
  t as (insert into timeline (tenant_id) select tenant_id from p returning id),
  i as (insert into invoice (tenant_id, timeline_id, creator_id, client_id, status, procurement_id, invoice_date, cost_center_id,
          currency, exchange_rate, total_netto, total_tax, total_brutto)
        select p.tenant_id, t.id, p.creator_id, p.client_id, 'accounting', p.id, coalesce($3::date, ${todayInSql}), p.cost_center_id,
          p.currency, p.exchange_rate, $2, 0, $2
        from p, t returning tenant_id, id)
  insert into invoice_line (tenant_id, invoice_id, total_netto) select tenant_id, id, $2 from i`;
