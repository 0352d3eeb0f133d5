import fc from 'fast-check';
import type { Caller } from '../../support/demo-api.ts';
import type { Answer } from '../../support/playing.ts';
import { todayInSql } from '../../support/today.ts';
import { commandCall } from '../requests.ts';
import { look, type Player, players, type RequestWorld, type Seen } from './world.ts';

/** Somebody presses something; `holder` is whoever has the task, and `onward` what leads the request on from where it is. */
interface Act {
  readonly kind: 'act';
  readonly who: Player | 'holder';
  readonly action: string;
  /** Whom a task is passed on to. */
  readonly person: Player | 'group';
  /** Goes past the questions. */
  readonly confirms: boolean;
}

/** Somebody types something into the form and saves. */
interface Edit {
  readonly kind: 'edit';
  readonly who: Player | 'holder';
  readonly field: string;
  readonly value: string | null;
  readonly place: number;
}

/** Something else happens beside the request. */
interface Happening {
  readonly kind: 'world';
  readonly event: string;
  readonly pick: number;
}

export type Move = (Act | Edit | Happening) & Readonly<Record<string, unknown>>;

const actions = [
  'submit',
  'accept',
  'to_next_selection',
  'to_approval',
  'to_order',
  'approve',
  'confirm_order',
  'send_order',
  'complete_order',
  'receive',
  'return',
  'finish_delivery',
  'to_select_product',
  'to_delivery',
  'decline',
  'send_to_clearing',
  'reassign',
  'give_back',
  'withdraw',
  'cancel',
  'comment',
  'copy',
] as const;

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

/** More sensible than wild, or a game would seldom get far. */
export const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      who,
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

/** Takes the move and looks at what became of the request. */
export async function take(world: RequestWorld, move: Move): Promise<Answer> {
  world.before = world.after;
  const answer = await taken(world, move);
  const seen = await look(world.demo, world.documentId);
  if (seen !== null) world.after = seen;
  return answer;
}

async function taken(world: RequestWorld, move: Move): Promise<Answer> {
  if (move.kind === 'world') return await happen(world, move);
  const name = move.who === 'holder' ? (world.before.holder ?? 'requester') : move.who;
  // A group's task is taken by the first of its members who tries.
  const caller = world.callers.get(name) ?? world.callers.get('approver2');
  if (!caller) throw new Error(`nobody plays ${name}`);
  return move.kind === 'act' ? await act(world, caller, move) : await edit(world, caller, move);
}

/** What leads on from each step. */
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

async function act(world: RequestWorld, caller: Caller, { action, person, confirms }: Act): Promise<Answer> {
  const { before, documentId, ids } = world;
  const command = action === 'onward' ? onward(before) : action;
  const on = { id: documentId, expected_version: before.version };
  const personId = person === 'group' ? ids.group?.[0] : world.callers.get(person)?.context.userId;
  const suppliers = [...new Set(before.suppliers)].filter((one) => one !== '-').map(Number);
  const line = before.lines[0];
  const inputs: Readonly<Record<string, Record<string, unknown>>> = {
    reassign: { person_id: personId },
    decline: { comment: 'Nein.' },
    send_to_clearing: { comment: 'Bitte klären.' },
    comment: { comment: 'Gesehen.' },
    receive: {
      receipts: before.lines
        .filter(({ missing }) => missing > 0)
        .map(({ id, missing }) => ({ procurement_line_id: id, quantity: String(missing) })),
    },
  };
  if (command === 'return') return await takeBack(world, caller, line?.id ?? 0);
  if (command === 'copy') return await asked(caller, 'copy', { id: documentId }, confirms);
  if (command !== 'confirm_order' && command !== 'send_order')
    return await asked(caller, command, { ...on, ...inputs[command] }, confirms);
  let answer: Answer = 'nothing';
  for (const supplier_id of suppliers) {
    const { version = 0 } = (await look(world.demo, documentId)) ?? {};
    answer = await asked(caller, command, { ...on, expected_version: version, supplier_id }, confirms);
  }
  return answer;
}

/** What came last of a line goes back. */
async function takeBack(world: RequestWorld, caller: Caller, lineId: number): Promise<Answer> {
  const [receipt] = await world.demo.db.sql<{ id: string; quantity: string }>(
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
  const on = { id: world.documentId, expected_version: world.before.version };
  return await asked(caller, 'receive', { ...on, receipts }, true);
}

/** Takes a command, and confirms what is asked, one question after the other, where the person does. */
async function asked(
  caller: Caller,
  command: string,
  input: Record<string, unknown>,
  confirms: boolean,
): Promise<Answer> {
  const confirmations: string[] = [];
  for (;;) {
    const given = confirmations.length > 0 ? { ...input, confirmations } : input;
    const { query, variables } = commandCall(command, given);
    const { errors } = await caller.ask(query, variables);
    const refusal = errors?.[0]?.extensions;
    if (refusal === undefined) return confirmations.length > 0 ? `${command} confirmed` : `${command} done`;
    const hash = refusal.confirm?.hash;
    if (refusal.code === 'unexpected') throw new Error(`${command}: ${JSON.stringify(errors)}`);
    if (!confirms || hash === undefined || confirmations.includes(hash)) return `${command} ${refusal.code}`;
    confirmations.push(hash);
  }
}

async function edit(world: RequestWorld, caller: Caller, { field, value, place }: Edit): Promise<Answer> {
  const { before, documentId, ids } = world;
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

async function happen(
  { demo, tenantId, documentId }: RequestWorld,
  { event, pick }: Happening,
): Promise<Answer> {
  const { sql } = demo.db;
  const named = 'p.id = $1';
  const [verb, table = ''] = event.split(' ');
  if (verb === 'deactivate' && masterData.includes(table)) {
    const column = `${table}_id`;
    const ofLines = `select l.${column} from procurement_line l where l.procurement_id = $1`;
    const ofHead = `select p.${column} from procurement p where ${named}`;
    const used =
      table === 'department' ? ofHead : table === 'cost_center' ? `${ofHead} union ${ofLines}` : ofLines;
    await sql(`update ${table} set active = false where id in (${used})`, [documentId]);
    return event;
  }
  const away = ['approver1', 'approver2', 'buyer'][pick % 3];
  const substitute = ['approver2', 'approver3', 'selector'][pick % 3];
  const statements: Readonly<Record<string, readonly [text: string, values: unknown[]]>> = {
    'block limits': ["update client set when_limit_exceeded = 'block' where tenant_id = $1", [tenantId]],
    'confirm limits': ["update client set when_limit_exceeded = 'confirm' where tenant_id = $1", [tenantId]],
    away: [
      `update lb_user set absence_from = ${todayInSql} - 1,
         substitute_id = (select s.id from lb_user s where s.email = $2) where email = $1`,
      [`${away}@demo.test`, `${substitute}@demo.test`],
    ],
    back: [
      'update lb_user set absence_from = null, substitute_id = null where tenant_id = $1 and substitute_id is not null',
      [tenantId],
    ],
    'no longer approver': ["update lb_user set approval_limit = 1 where email = 'approver3@demo.test'", []],
    'approver again': ["update lb_user set approval_limit = null where email = 'approver3@demo.test'", []],
    'completely invoiced': [
      "update procurement set completely_invoiced = true where id = $1 and status not in ('draft', 'open')",
      [documentId],
    ],
    invoice: [invoiceSql, [documentId, [100, 450, 900, 2000][pick % 4], null]],
    'credit note': [invoiceSql, [documentId, [-100, -450, -900][pick % 3], null]],
  };
  const found = statements[event];
  if (found) await sql(found[0], [...found[1]]);
  else
    for (const one of masterData)
      await sql(`update ${one} set active = true where tenant_id = $1 and not active`, [tenantId]);
  return event;
}

/** An invoice of the order, in a status that counts; with one line of the first line of the order. */
const invoiceSql = `
  with p as (select * from procurement where id = $1 and status not in ('draft', 'open')),
  t as (insert into timeline (tenant_id) select tenant_id from p returning id),
  i as (insert into invoice (tenant_id, timeline_id, creator_id, client_id, status, procurement_id, invoice_date, cost_center_id,
          currency, exchange_rate, total_netto, total_tax, total_brutto)
        select p.tenant_id, t.id, p.creator_id, p.client_id, 'accounting', p.id, coalesce($3::date, ${todayInSql}), p.cost_center_id,
          p.currency, p.exchange_rate, $2, 0, $2
        from p, t returning tenant_id, id)
  insert into invoice_line (tenant_id, invoice_id, total_netto) select tenant_id, id, $2 from i`;
