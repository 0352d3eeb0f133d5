import { isDeepStrictEqual } from 'node:util';
import { openGraphql } from '../../../src/app/server/graphql.ts';
import { seedDemo } from '../../../src/app/server/seed.ts';
import { isRefusal, type Refusal } from '../../../src/base/refusal.ts';
import { loadSituation } from '../../../src/document/server/load-facts.ts';
import { saveOutcome } from '../../../src/document/server/outcome-store.ts';
import type { LoadedSituation } from '../../../src/document/server/served-kind.ts';
import { lockDocument } from '../../../src/document/server/store.ts';
import { handOverTasks, moveDueTask } from '../../../src/document/substitution.ts';
import type { ProcurementFacts } from '../../../src/features/procurement/facts.ts';
import {
  type NotSent,
  recordOrderNotSent,
  recordOrderSent,
} from '../../../src/features/procurement/ordering.ts';
import type { ProcurementOutcome } from '../../../src/features/procurement/outcome.ts';
import { servedProcurement } from '../../../src/features/procurement/server/served.ts';
import type { StoredProcurement } from '../../../src/features/procurement/server/store.ts';

import type { Graphql } from '../../../src/graphql/server/graphql.ts';
import type { Context } from '../../../src/platform/context.ts';
import { readConfiguration } from '../../../src/platform/server/configuration.ts';
import { migrate, webRole } from '../../../src/platform/server/database/migrate.ts';
import { type Database, openDatabase } from '../../../src/platform/server/database.ts';
import { systemContext } from '../../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../../src/platform/server/jobs/jobs-worker.ts';
import { deriveSecrets } from '../../../src/platform/server/secrets.ts';
import { type AcceptedCall, commandText, isAccepted } from '../calls.ts';
import type { Document } from '../documents.ts';
import {
  type Check,
  expectedVersion,
  type Fixture,
  historyOf,
  isDeleted,
  type LetterMove,
  type Move,
  movesOf,
  openFixture,
  type SubstituteMove,
} from '../fixture.ts';
import { setScenery } from '../scenery.ts';

/** The largest number of confirmations of a command. */
const maxConfirmations = 5;
const databaseName = 'sequential';

export const replay: readonly Check[] = [
  { name: 'LOCK-09 a sequential replay without kills gives the same result', violations: differences },
];

/** The same demo on a second database, where people act one after the other without failures. */
interface Setup {
  readonly database: Database;
  readonly graphql: Graphql;
  readonly fixture: Fixture;
  readonly sequential: Pick<Fixture, 'sql'>;
  /** Ids of the requests here, by those of the torture. */
  readonly ids: Map<number, number>;
  /** The accepted hand-overs by their keys. */
  readonly handOvers: ReadonlyMap<string, AcceptedCall>;
  /** The absences here at this moment. */
  epoch: number;
}

/** One request with its remaining commands. */
interface Part {
  readonly id: number;
  readonly calls: readonly AcceptedCall[];
  /** Other moves, in this order. */
  readonly due: Move[];
  copy: Document | null;
  /** The first difference; nothing is repeated after it. */
  problem: string | null;
}

/**
 * Repeats every document's accepted commands in version order, and compares the result with the stored data.
 * Documents are independent, except for remarks about budgets; absences affect all of them, so that they are repeated
 * from one change of absences to the next.
 */
async function differences(fixture: Fixture): Promise<string[]> {
  const ownerUrl = fixture.ownerUrl(databaseName);
  await fixture.sql(`create database ${databaseName}`);
  const { webPassword, secretKey } = readConfiguration({ DATA_DIR: fixture.dataDirectory });
  await migrate({ ownerUrl, webPassword });
  await prepareQueue(ownerUrl);
  await seedDemo(ownerUrl, deriveSecrets(secretKey));
  await openFixture(ownerUrl, setScenery);
  const webUrl = Object.assign(new URL(ownerUrl), { username: webRole, password: webPassword }).href;
  const database = openDatabase(webUrl, { size: 2 });
  try {
    const graphql = await openGraphql(database, console);
    const handOvers = fixture.calls.filter(isAccepted).filter(({ command }) => command === 'hand_over');
    const byKey = new Map(handOvers.map((call) => [call.key, call]));
    return await openFixture(ownerUrl, async (sequential) => {
      // An absence is set here without its job, and without rules against the way back.
      await sequential.sql("set session_replication_role = 'replica'");
      const ids = new Map<number, number>();
      const setup: Setup = { database, graphql, fixture, sequential, ids, handOvers: byKey, epoch: 0 };
      const found: string[] = [];
      for (const part of await repeated(setup)) {
        if (part.problem !== null) found.push(`request ${part.id}: ${part.problem}`);
        else if (part.copy && !isDeleted(part.calls))
          found.push(...(await compare(fixture, part.id, sequential, part.copy.id)));
      }
      return found;
    });
  } finally {
    await database.close();
  }
}

async function repeated(setup: Setup): Promise<readonly Part[]> {
  const moves = await movesOf(setup.fixture);
  const parts = [...historyOf(setup.fixture.calls)].map(
    ([id, calls]): Part => ({ id, calls, due: [...(moves.get(id) ?? [])], copy: null, problem: null }),
  );
  for (let epoch = 0; epoch <= setup.fixture.absences.length; epoch += 1) {
    await setAbsences(setup, epoch);
    for (const part of parts) await repeat(setup, part, epoch);
    for (const part of parts) await handOver(setup, part, epoch);
  }
  for (const part of parts) await catchUp(setup, part, part.due.length);
  return parts;
}

/** The commands of this epoch. */
async function repeat(setup: Setup, part: Part, epoch: number): Promise<void> {
  for (const call of part.calls.filter((one) => one.epoch === epoch)) {
    if (part.copy) await catchUp(setup, part, expectedVersion(call) - part.copy.timeline.content_version);
    if (part.problem !== null) return;
    if (call.command === 'copy') await letAskedSee(setup, call);
    const answer = await send(setup, call, part.copy);
    if (typeof answer === 'string')
      part.problem = `${call.command} at ${expectedVersion(call)} ends in ${answer}`;
    else part.copy = answer;
    if (part.copy) setup.ids.set(part.id, part.copy.id);
  }
}

/** Comments are not repeated; people asked in one see the request from then on, and may have copied it. */
async function letAskedSee(
  { fixture, sequential, ids }: Setup,
  { actor, input }: AcceptedCall,
): Promise<void> {
  const isMentioned = fixture.calls
    .filter(isAccepted)
    .some(
      (other) =>
        other.command === 'comment' &&
        other.input.id === input.id &&
        Array.isArray(other.input.mention_ids) &&
        other.input.mention_ids.includes(actor.id),
    );
  if (!isMentioned) return;
  await sequential.sql(
    `with concerned as (
       update document set concerned_ids = concerned_ids || $3::bigint
       where tenant_id = $1 and kind = 'procurement' and id = $2 and not concerned_ids @> array[$3::bigint]
     )
     insert into document_person (tenant_id, kind, document_id, lb_user_id, is_assignee)
     values ($1, 'procurement', $2, $3, false) on conflict do nothing`,
    [actor.tenantId, ids.get(Number(input.id)) ?? -1, actor.id],
  );
}

/** Repeats the effects of hand-overs of this epoch, and of everything before. */
async function handOver(setup: Setup, part: Part, epoch: number): Promise<void> {
  const isOfEpoch = (move: Move) =>
    move.kind === 'hand-over' && setup.handOvers.get(move.key)?.epoch === epoch;
  await catchUp(setup, part, part.due.findLastIndex(isOfEpoch) + 1);
}

/** Repeats that many moves not made by a command on it. */
async function catchUp(setup: Setup, part: Part, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    if (part.problem !== null || !part.copy) return;
    const version = part.copy.timeline.content_version;
    const move = part.due.shift();
    part.problem = move ? await record(setup, part.copy, move) : `nothing moved version ${version}`;
    part.copy = { ...part.copy, timeline: { ...part.copy.timeline, content_version: version + 1 } };
  }
}

/** The document after the command, or the code of its refusal. */
async function send(setup: Setup, call: AcceptedCall, copy: Document | null): Promise<Document | string> {
  const { confirmations: _, ...input } = translated(setup, call, copy);
  const confirmations: string[] = [];
  for (let times = 0; times <= maxConfirmations; times += 1) {
    const confirmed = confirmations.length > 0 ? { ...input, confirmations } : input;
    const { query, variables } = commandText({ ...call, input: confirmed });
    const { body } = await setup.graphql.execute(contextOf(call), { query, variables });
    const { data, errors } = JSON.parse(body);
    if (!errors) return call.command === 'delete_draft' ? (copy ?? 'nothing to delete') : data.document;
    const { code, confirm } = errors[0].extensions;
    if (!confirm) return code;
    confirmations.push(confirm.hash);
  }
  return 'endless confirmations';
}

/** A line of the document in the input of a command. */
interface NamedLine {
  readonly id?: number;
  readonly procurement_line_id?: number;
  readonly reverses_id?: number;
}

/** The input with the ids of document and lines here. */
function translated(
  { ids }: Setup,
  { command, input, seen }: AcceptedCall,
  copy: Document | null,
): Readonly<Record<string, unknown>> {
  if (command === 'copy') return { ...input, id: ids.get(Number(input.id)) ?? -1 };
  if (!copy) return input;
  const descriptions = new Map(seen?.procurement_lines.map((line) => [line.id, line.description]));
  const lineIds = new Map(copy.procurement_lines.map((line) => [line.description, line.id]));
  const idOf = (id: number) => lineIds.get(descriptions.get(id) ?? '') ?? -1;
  const lines = input.lines as readonly NamedLine[] | undefined;
  const receipts = input.receipts as readonly NamedLine[] | undefined;
  // Receipts are booked in the same order here.
  const receiptOf = (id: number) => {
    const place = seen?.goods_receipts.findIndex((receipt) => receipt.id === id) ?? -1;
    return copy.goods_receipts[place]?.id ?? -1;
  };
  const renamed = ({ id, procurement_line_id: line, reverses_id: taken, ...rest }: NamedLine) => ({
    ...rest,
    ...(taken && { reverses_id: receiptOf(taken) }),
    ...(id && { id: idOf(id) }),
    ...(line && { procurement_line_id: idOf(line) }),
  });
  return {
    ...input,
    id: copy.id,
    ...(lines && { lines: lines.map(renamed) }),
    ...(receipts && { receipts: receipts.map(renamed) }),
  };
}

/** Repeats the effect of the worker or a hand-over at this point; returns the difference, or null. */
async function record(setup: Setup, copy: Document, move: Move): Promise<string | null> {
  if (move.kind === 'letter') return await recordLetter(setup, copy, move);
  if (move.kind === 'stand-in') return await recordSubstitute(setup, copy, move);
  const { actor, input } = setup.handOvers.get(move.key) ?? {};
  if (!actor || !input) return `nobody accepted the hand-over ${move.key}`;
  const [from, to] = [Number(input.from_id), Number(input.to_id)];
  const context = contextOf({ actor });
  const isDone = await change(setup, context, copy, (situation) => handOverTasks(situation, from, to), [
    from,
    to,
  ]);
  return isDone ? null : `nothing can be handed over from ${from} to ${to}`;
}

async function recordLetter(
  setup: Setup,
  copy: Document,
  { supplier_id, state, person_id }: LetterMove,
): Promise<string | null> {
  const actor = setup.fixture.cast.byId.get(person_id);
  if (!actor) return `nobody has the key ${person_id}`;
  const block = { supplier_id, marketplace_id: null };
  const isDone = await change(setup, contextOf({ actor }), copy, (situation) =>
    state === 'sent'
      ? recordOrderSent(situation, block)
      : recordOrderNotSent(situation, block, { state: state as NotSent['state'] }),
  );
  return isDone ? null : `the order cannot become ${state}`;
}

/** Repeats the move of the task, with the absences of that time or an earlier one, because its time is unknown. */
async function recordSubstitute(setup: Setup, copy: Document, move: SubstituteMove): Promise<string | null> {
  const { code, from, to } = move;
  const context = systemContext(setup.fixture.cast.tenantId, 'replay');
  const present = setup.epoch;
  try {
    for (let epoch = present; epoch >= 0; epoch -= 1) {
      await setAbsences(setup, epoch);
      const isDone = await change(setup, context, copy, (situation) => {
        const result = moveDueTask(situation);
        const isSame =
          result !== null &&
          !isRefusal(result) &&
          result.timeline.entries.some(
            ({ id, note }) =>
              id === null && note?.code === code && note.values.from === from && note.values.to === to,
          );
        return isSame ? result : null;
      });
      if (isDone) return null;
    }
    return `${code} from ${from} to ${to} was never due`;
  } finally {
    await setAbsences(setup, present);
  }
}

/** Saves the decision about the document; false where there is none. */
async function change(
  { database }: Setup,
  context: Context,
  copy: Document,
  decide: (
    situation: LoadedSituation<StoredProcurement, ProcurementFacts>,
  ) => ProcurementOutcome | Refusal | null,
  personIds: readonly number[] = [],
): Promise<boolean> {
  return await database.inTenant(
    context,
    async (tx) => {
      const document = await lockDocument(tx, context, servedProcurement, copy.id, null);
      const situation = await loadSituation(tx, context, servedProcurement, document, { personIds });
      const outcome = decide(situation);
      if (outcome === null || isRefusal(outcome)) return false;
      await saveOutcome(tx, context, servedProcurement, situation, outcome);
      return true;
    },
    { role: 'writer' },
  );
}

/** Sets the absences of this epoch. */
async function setAbsences(setup: Setup, epoch: number): Promise<void> {
  const { sequential, fixture } = setup;
  setup.epoch = epoch;
  const until = fixture.absences.filter((absence) => absence.epoch <= epoch);
  const substitutes = new Map(until.map(({ personId, substituteId }) => [personId, substituteId]));
  await sequential.sql(
    `update lb_user u set substitute_id = s.substitute, absence_from = case when s.substitute is not null then date '2001-01-01' end
     from (select id, ($3::bigint[])[array_position($2::bigint[], id)] as substitute from lb_user where tenant_id = $1) s
     where u.tenant_id = $1 and u.id = s.id`,
    [fixture.cast.tenantId, [...substitutes.keys()], [...substitutes.values()]],
  );
}

function contextOf({ actor }: Pick<AcceptedCall, 'actor'>): Context {
  const { tenantId, id: userId, tokenVersion, roles, language } = actor;
  const who = { tenantId, userId, actorId: userId, means: 'link', tokenVersion, roles, language } as const;
  return { ...who, asOperator: false, requestId: 'replay' };
}

/** The compared content: everything but keys, numbers, times, comments, answers and remarks about budgets. */
const content = `
  select p.status, p.name, p.notes, p.total_netto, p.total_brutto, p.approved_netto, p.creator_id, p.consignee_id,
    p.number is not null as has_number, t.content_version,
    (select json_agg(json_build_array(e.type, e.status, e.lb_user_id, e.for_user_id, e.comment, e.text_type, e.size, e.message_code)
       order by e.entry_no) from timeline_entry e
     where e.timeline_id = t.id and e.status is distinct from 'comment'
       and coalesce(e.message_code, '') not in ('budget_exceeded', 'question_closed')) as entries,
    (select json_agg(json_build_array(l.description, l.quantity, l.quantity_received, l.supplier_id, l.price_netto,
       l.total_netto, l.order_state) order by l.sort_no) from procurement_line l where l.procurement_id = p.id) as lines,
    (select json_agg(json_build_array(o.supplier_id, o.state) order by o.supplier_id)
     from procurement_supplier_order o where o.procurement_id = p.id) as orders,
    (select json_agg(json_build_array(c.number, c.accepted_at is not null) order by c.id)
     from order_confirmation c where c.procurement_id = p.id) as confirmations,
    (select json_agg(json_build_array(r.quantity, r.reason) order by r.id) from goods_receipt r where r.procurement_id = p.id) as receipts
  from procurement p join timeline t on t.id = p.timeline_id where p.id = $1`;

async function compare(
  fixture: Fixture,
  id: number,
  sequential: Pick<Fixture, 'sql'>,
  copy: number,
): Promise<string[]> {
  const [[stored], [repeated]] = await Promise.all([
    fixture.sql<Record<string, unknown>>(content, [id]),
    sequential.sql<Record<string, unknown>>(content, [copy]),
  ]);
  return Object.keys(stored ?? {})
    .filter((key) => !isDeepStrictEqual(stored?.[key], repeated?.[key]))
    .map((key) => {
      const [is, should] = firstDifference(stored?.[key], repeated?.[key]);
      return `request ${id}: ${key} is ${is}, one after the other ${should}`;
    });
}

/** The first different elements of two lists. */
function firstDifference(is: unknown, should: unknown): readonly [string, string] {
  if (!Array.isArray(is) || !Array.isArray(should)) return [JSON.stringify(is), JSON.stringify(should)];
  const place = Array.from({ length: Math.max(is.length, should.length) }, (_, index) => index).find(
    (index) => !isDeepStrictEqual(is[index], should[index]),
  );
  const reported = (list: unknown[]) => `${JSON.stringify(list[place ?? 0])} (${place} of ${list.length})`;
  return [reported(is), reported(should)];
}
