import { randomUUID } from 'node:crypto';
import { Refused } from '../../../src/base/refusal.ts';
import { documentFiles } from '../../../src/document/server/attachments.ts';
import { contractFields, contractLineFields } from '../../../src/features/contract/fields.ts';
import { actionInputs } from '../../../src/features/contract/server/commands.ts';
import { servedContract } from '../../../src/features/contract/server/store.ts';
import { catalogueLines, commandCall, completeForm, type Document } from '../../procurement/requests.ts';
import type { Caller } from '../../support/demo-api.ts';
import type { Answer } from '../../support/playing.ts';
import { inField } from '../../support/playing-fields.ts';
import { asked, callerNamed, takenOf } from '../../support/playing-people.ts';
import { daysOn } from './commitment.ts';
import { type ContractFixture, lookAtAll } from './fixture.ts';
import { happen } from './happenings.ts';
import type { Seen, SeenLine } from './look.ts';
import type { Act, Bring, Edit, Ending, Filing, Move, Order } from './moves.ts';

/** Takes the move and reads the resulting contracts. */
export async function take(fixture: ContractFixture, move: Move): Promise<Answer> {
  fixture.before = fixture.after;
  fixture.caller = null;
  const answer = move.kind === 'world' ? await happen(fixture, move) : await taken(fixture, move);
  fixture.after = await lookAtAll(fixture);
  return answer;
}

async function taken(fixture: ContractFixture, move: Exclude<Move, { kind: 'world' }>): Promise<Answer> {
  const contract = contractOf(fixture, move.on);
  const name = move.who === 'holder' ? (contract.holder ?? 'buyer') : move.who;
  const caller = callerNamed(fixture, name, move.by);
  fixture.caller = caller;
  switch (move.kind) {
    case 'act':
      return await act(fixture, caller, move, contract);
    case 'ending':
      return await end(caller, move, contract);
    case 'edit':
      return await edit(fixture, caller, move, contract);
    case 'file':
      return await file(fixture, caller, move, contract);
    case 'bring':
      return await bring(fixture, caller, move.what, contract);
    default:
      return await order(fixture, move, contract);
  }
}

export function contractOf({ contracts, after }: ContractFixture, on: number): Seen {
  const seen = after.get(contracts[on % contracts.length] ?? 0);
  if (!seen) throw new Error('a game begins with a contract');
  return seen;
}

const argumentTypes: Readonly<Record<string, string>> = {
  idempotency_key: 'uuid!',
  id: 'bigint!',
  expected_version: 'Int!',
  comment: 'String',
  confirmations: '[String!]',
  person_id: 'bigint',
  mention_ids: '[bigint!]',
  notice_sent_on: 'date',
  terminated_on: 'date',
  agreed_end: 'date',
  termination_confirmed_on: 'date',
  reminder_ids: '[bigint!]!',
  decision: 'contract_acknowledge_decision_enum!',
  type: 'contract_add_reminder_type_enum!',
  reminder_date: 'date',
  reminder_id: 'bigint!',
  recognition_id: 'bigint!',
  proposals: '[contract_dismiss_proposals_proposals_enum!]!',
  head: 'contract_save_head_input',
  lines: '[contract_save_lines_input!]',
};

function call(command: string, input: Record<string, unknown>) {
  const variables: Record<string, unknown> = { idempotency_key: randomUUID(), ...input };
  const typeOf = (name: string) => {
    if (name === 'letter') return `contract_${command}_letter_input${command === 'send_letter' ? '!' : ''}`;
    const type = argumentTypes[name];
    return command === 'save' && type?.endsWith('t!') ? type.slice(0, -1) : type;
  };
  const names = Object.keys(variables);
  const declared = names.map((name) => `$${name}: ${typeOf(name)}`).join(', ');
  const passed = names.map((name) => `${name}: $${name}`).join(', ');
  return { query: `mutation (${declared}) { contract: contract_${command}(${passed}) { id } }`, variables };
}

/** The possible forward actions of each step, in the order in which they are tried. */
const onward: Readonly<Record<string, readonly string[]>> = {
  'contract-start': ['to_check'],
  'contract-check': ['to_approval', 'to_signing'],
  'contract-approval': ['approve'],
  // People who may not sign reassign the task.
  'contract-signing': ['sign', 'reassign'],
  'contract-clearing': ['confirm_ending', 'finish_clearing', 'to_approval', 'to_signing'],
};

/** Actions without a current task. */
const atRest = ['acknowledge', 'confirm_termination', 'comment'];

async function act(
  { callers }: ContractFixture,
  caller: Caller,
  { action, person, confirms, comment }: Act,
  contract: Seen,
): Promise<Answer> {
  const ways = action === 'onward' ? (onward[contract.step ?? ''] ?? atRest) : [action];
  const personId = callers.get(person)?.context.userId;
  const given: Record<string, unknown> = {
    id: contract.id,
    expected_version: contract.version,
    comment: comment ? 'Geprüft.' : null,
    person_id: action === 'onward' && contract.step !== 'contract-signing' ? null : personId,
    mention_ids: [personId],
    letter: { channel: comment ? 'post' : 'email', recipient: comment ? null : 'partner@partner.example' },
    termination_confirmed_on: contract.today,
    reminder_ids: contract.due.slice(0, 1),
    decision: 'keep',
    type: 'custom',
    reminder_date: daysOn(contract.today, comment ? 10 : -1),
    reminder_id: contract.reminders[0],
    recognition_id: 1,
    proposals: ['duration'],
  };
  const answers: Answer[] = [];
  for (const command of ways) {
    const takes = Object.keys(actionInputs[command as keyof typeof actionInputs].shape);
    const input = Object.fromEntries(Object.entries(given).filter(([name]) => takes.includes(name)));
    const isLacking = ['reminder_id', 'reminder_ids'].some(
      (name) => takes.includes(name) && [input[name] ?? []].flat().length === 0,
    );
    if (isLacking) continue;
    const answer = await asked(caller, command, (all) => call(command, all), input, confirms);
    if (takenOf(answer) !== null) return answer;
    answers.push(answer);
  }
  return answers[0] ?? 'nothing';
}

async function end(
  caller: Caller,
  { action, days, agreed, letter, comment }: Ending,
  { id, version: expected_version, today }: Seen,
): Promise<Answer> {
  const received = daysOn(today, days);
  const common = {
    id,
    expected_version,
    comment: comment ? 'Wie besprochen.' : null,
    terminated_on: received,
  };
  const notice = {
    notice_sent_on: daysOn(received, -1),
    agreed_end: agreed === null ? null : daysOn(today, agreed),
    ...(letter && { letter: { channel: 'post' } }),
  };
  const input = action === 'terminate' ? { ...common, ...notice } : common;
  return await asked(caller, action, (all) => call(action, all), input, true);
}

async function edit(
  fixture: ContractFixture,
  caller: Caller,
  { field, value, place }: Edit,
  { id, version: expected_version, lines: before, today }: Seen,
): Promise<Answer> {
  const column = field.replace('lines.', '');
  const content =
    field === 'repaired'
      ? { head: repaired(fixture, today) }
      : field === column
        ? { head: { [column]: given(fixture, field, value, today) } }
        : { lines: editedLines(fixture, column, value, place, before, today) };
  const input = { id, expected_version, ...content };
  return await asked(caller, 'save', (all) => call('save', all), input, true);
}

/** The input value for a move's value. */
function given(
  { callers, ids }: ContractFixture,
  name: string,
  value: string | null,
  today: string,
): unknown {
  if (name === 'responsible_id') return value === null ? null : callers.get(value)?.context.userId;
  if (value !== null && /^-?\d+d$/.test(value)) return daysOn(today, Number(value.slice(0, -1)));
  const known = Object.entries({ ...contractFields, ...linesFields }).find(([one]) => one === name)?.[1];
  return inField(known, value, (table, place) => ids[table]?.[place] ?? null);
}

const linesFields = Object.fromEntries(
  Object.entries(contractLineFields).map(([name, field]) => [`lines.${name}`, field]),
);

/** Valid values that repair a contract with random ones. */
function repaired({ callers, ids }: ContractFixture, today: string): object {
  return {
    ...{ name: 'Wartung Krane', supplier_id: ids.supplier?.[0], client_id: ids.own?.[0] },
    ...{ department_id: ids.own?.[1], cost_center_id: ids.cost_center?.[0], usage_type: 'yearly' },
    ...{ term_type: 'fixed', start_date: daysOn(today, -40), end_date: null, duration: '12' },
    ...{ duration_unit_type: 'month', min_duration: null, renewal_type: 'auto', renewal_duration: '1' },
    ...{ renewal_duration_unit_type: 'year', notice_period: '3', notice_period_unit_type: 'month' },
    ...{ notice_workdays: null, termination_to: null, reminder_days_before: '30' },
    responsible_id: callers.get('buyer')?.context.userId,
  };
}

type TypedLine = Record<string, unknown>;

function editedLines(
  fixture: ContractFixture,
  column: string,
  value: string | null,
  place: number,
  before: readonly SeenLine[],
  today: string,
): readonly TypedLine[] {
  const kept: readonly TypedLine[] = before.map(({ id }) => ({ id }));
  if (column === 'added') return [...kept, { name: 'Zugabe', type: 'service', total: value }];
  return kept.flatMap((line, at) => {
    if (at !== place % kept.length) return [line];
    return column === 'removed'
      ? []
      : [{ ...line, [column]: given(fixture, `lines.${column}`, value, today) }];
  });
}

const files = documentFiles(servedContract);

/** Adds or removes a document like the routes do. */
async function file(
  { demo }: ContractFixture,
  { context }: Caller,
  { what, place }: Filing,
  contract: Seen,
): Promise<Answer> {
  const gone = contract.files[place % contract.files.length];
  if (what === 'detach' && gone === undefined) return 'nothing';
  // Not parsed in a thread, since games have no worker.
  const bytes = Buffer.from(`%PDF-1.4 ${randomUUID()}`);
  try {
    await demo.db.database.inTenant(context, async (tx) => {
      if (what === 'detach') return await files.detach(tx, context, contract.id, gone ?? '');
      const made = { name: `Anlage ${contract.files.length + 1}.pdf`, bytes, type: 'pdf' as const };
      await files.attach(tx, context, { documentId: contract.id, key: randomUUID(), file: made });
    });
    return `${what} done`;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return `${what} ${error.refusal.code}`;
  }
}

const maxContracts = 4;

async function bring(
  fixture: ContractFixture,
  caller: Caller,
  what: Bring['what'],
  { id, version: expected_version, today }: Pick<Seen, 'id' | 'version' | 'today'>,
): Promise<Answer> {
  if (fixture.contracts.length >= maxContracts) return 'nothing';
  const lines = [
    { name: 'Inspektion', type: 'maintenance', total: '450' },
    { name: 'Rufbereitschaft', type: 'service', total: '300', usage_type: 'quarterly' },
  ];
  const { query, variables } =
    what === 'contract'
      ? call('save', { head: repaired(fixture, today), lines })
      : call('amend', { id, expected_version });
  const { data, errors } = await caller.ask<{ contract: { id: number } }>(query, variables);
  const command = what === 'contract' ? 'save' : 'amend';
  if (!data) return `${command} ${errors?.[0]?.extensions.code}`;
  fixture.contracts.push(Number(data.contract.id));
  return `${command} done`;
}

/** The accountant creates the first contract. */
export async function bringFirst(fixture: ContractFixture, today: string): Promise<void> {
  fixture.caller = callerNamed(fixture, 'accountant', 'self');
  await bring(fixture, fixture.caller, 'contract', { id: 0, version: 0, today });
  fixture.after = await lookAtAll(fixture);
}

/** The requester orders under the contract; returns whether it was approved without a question. */
async function order(fixture: ContractFixture, { price, other }: Order, contract: Seen): Promise<Answer> {
  const { callers, ids } = fixture;
  const requester = callers.get('requester') as Caller;
  fixture.caller = requester;
  const supplier_id = other ? ids.supplier?.[3] : contract.supplier_id;
  const lines = (await catalogueLines(requester, 1, '1')).map((line) => ({
    ...{ ...line, price_netto: price, price_mode: 'net', supplier_id },
  }));
  const head = { ...(await completeForm(requester)), contract_id: contract.id };
  const saving = commandCall('save', { head, lines });
  const { data, errors } = await requester.ask<{ document: Document }>(saving.query, saving.variables);
  if (!data) return `ordered ${errors?.[0]?.extensions.code}`;
  const made = { id: data.document.id, expected_version: data.document.timeline.content_version };
  const submitted = await asked(requester, 'submit', (all) => commandCall('submit', all), made, true);
  if (takenOf(submitted) === null) return `ordered ${submitted.split(' ')[1]}`;
  return await approved(fixture, data.document.id);
}

/** Approves as each current assignee, without confirming questions. */
async function approved({ demo, callers }: ContractFixture, id: number): Promise<Answer> {
  for (;;) {
    const [row] = await demo.db.sql<{ type: string; holder: string; version: number }>(
      `select e.type, split_part(u.email, '@', 1) as holder, t.content_version as version
       from procurement p join timeline t on t.id = p.timeline_id
       join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no join lb_user u on u.id = e.lb_user_id
       where p.id = $1`,
      [id],
    );
    const caller = callers.get(row?.holder ?? '');
    if (row?.type !== 'approval' || !caller) return 'ordered done';
    const on = { id, expected_version: row.version };
    const answer = await asked(caller, 'approve', (all) => commandCall('approve', all), on, false);
    if (takenOf(answer) === null) return `ordered ${answer.split(' ')[1]}`;
  }
}
