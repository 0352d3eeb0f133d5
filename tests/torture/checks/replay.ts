import { isDeepStrictEqual } from 'node:util';
import { openGraphql } from '../../../src/app/server/graphql.ts';
import { seedDemo } from '../../../src/app/server/seed.ts';
import { isRefusal } from '../../../src/base/refusal.ts';
import {
  type NotSent,
  recordOrderNotSent,
  recordOrderSent,
} from '../../../src/features/procurement/ordering.ts';
import { loadSituation } from '../../../src/features/procurement/server/load-facts.ts';
import { saveOutcome } from '../../../src/features/procurement/server/outcome-store.ts';
import { lockProcurement } from '../../../src/features/procurement/server/store.ts';
import type { Graphql } from '../../../src/graphql/server/graphql.ts';
import type { Context } from '../../../src/platform/context.ts';
import { readConfiguration } from '../../../src/platform/server/configuration.ts';
import { migrate, webRole } from '../../../src/platform/server/database/migrate.ts';
import { type Database, openDatabase } from '../../../src/platform/server/database.ts';
import { prepareQueue } from '../../../src/platform/server/jobs/jobs-worker.ts';
import { type AcceptedCall, commandText } from '../calls.ts';
import type { Document } from '../documents.ts';
import {
  type Check,
  expectedVersion,
  historyOf,
  isDeleted,
  openWorld,
  type Recording,
  recordingsOf,
  type World,
} from '../world.ts';

/** A command that has to be confirmed is confirmed so often. */
const mostConfirmations = 5;
const databaseName = 'sequential';

export const replay: readonly Check[] = [
  { name: 'LOCK-09 one after the other, without kills, leads to the same', violations: differences },
];

/** The same demo on a second database, where one person after the other acts and nothing ever breaks. */
interface Stage {
  readonly database: Database;
  readonly graphql: Graphql;
  readonly world: World;
  /** Ids of the requests here, by those of the torture. */
  readonly ids: Map<number, number>;
}

/**
 * Repeats every document's accepted commands in the order of its versions, and compares what comes of it with
 * what is stored. Documents do not influence each other, but by what budgets remark.
 */
async function differences(world: World): Promise<string[]> {
  const ownerUrl = world.ownerUrl(databaseName);
  await world.sql(`create database ${databaseName}`);
  const { webPassword } = readConfiguration({ DATA_DIR: world.dataDirectory });
  await migrate({ ownerUrl, webPassword });
  await prepareQueue(ownerUrl);
  await seedDemo(ownerUrl);
  const webUrl = Object.assign(new URL(ownerUrl), { username: webRole, password: webPassword }).href;
  const database = openDatabase(webUrl, { size: 2 });
  try {
    const graphql = await openGraphql(database, { error: (details: object) => console.error(details) });
    const recordings = Map.groupBy(await recordingsOf(world), ({ procurement_id }) => procurement_id);
    return await openWorld(ownerUrl, async (sequential) => {
      const stage = { database, graphql, world, ids: new Map<number, number>() };
      const found: string[] = [];
      for (const [id, calls] of historyOf(world.calls)) {
        const copy = await repeat(stage, calls, recordings.get(id) ?? []);
        if (typeof copy === 'number') stage.ids.set(id, copy);
        if (typeof copy === 'string') found.push(`request ${id}: ${copy}`);
        else if (!isDeleted(calls)) found.push(...(await compare(world, id, sequential, copy)));
      }
      return found;
    });
  } finally {
    await database.close();
  }
}

/** The id of the new document, or what went differently. */
async function repeat(
  stage: Stage,
  calls: readonly AcceptedCall[],
  recordings: readonly Recording[],
): Promise<number | string> {
  const due = [...recordings];
  let copy: Document | null = null;
  for (const call of calls) {
    while (copy && copy.timeline.content_version < expectedVersion(call)) {
      const recording = due.shift();
      if (!recording) return `nothing moved version ${copy.timeline.content_version}`;
      copy = await record(stage, copy, recording);
    }
    const answer: Document | string = await send(stage, call, copy);
    if (typeof answer === 'string') return `${call.command} at ${expectedVersion(call)} ends in ${answer}`;
    copy = answer;
  }
  for (const recording of due) {
    if (copy) copy = await record(stage, copy, recording);
  }
  return copy?.id ?? 'there is none';
}

/** The document after the command, or the code of its refusal. */
async function send(stage: Stage, call: AcceptedCall, copy: Document | null): Promise<Document | string> {
  const { confirmations: _, ...input } = translated(stage, call, copy);
  const confirmations: string[] = [];
  for (let times = 0; times <= mostConfirmations; times += 1) {
    const confirmed = confirmations.length > 0 ? { ...input, confirmations } : input;
    const { query, variables } = commandText({ ...call, input: confirmed });
    const { body } = await stage.graphql.execute(contextOf(call), { query, variables });
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
}

/** The input with the ids that document and lines have here. */
function translated(
  { ids }: Stage,
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
  const renamed = ({ id, procurement_line_id: line, ...rest }: NamedLine) => ({
    ...rest,
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

/** Writes down what the worker had written down at this point. */
async function record(
  { database, world }: Stage,
  copy: Document,
  { supplier_id, state, person_id }: Recording,
): Promise<Document> {
  const actor = world.cast.byId.get(person_id);
  if (!actor) throw new Error(`nobody has the key ${person_id}`);
  const context = contextOf({ actor });
  const block = { supplier_id, marketplace_id: null };
  await database.inTenant(
    context,
    async (tx) => {
      const document = await lockProcurement(tx, context, copy.id, null);
      const situation = await loadSituation(tx, context, document);
      const outcome =
        state === 'sent'
          ? recordOrderSent(situation, block)
          : recordOrderNotSent(situation, block, { state: state as NotSent['state'] });
      if (isRefusal(outcome)) throw new Error(`the order cannot become ${state}: ${outcome.code}`);
      await saveOutcome(tx, context, situation, outcome);
    },
    { role: 'writer' },
  );
  const { timeline } = copy;
  return { ...copy, timeline: { ...timeline, content_version: timeline.content_version + 1 } };
}

function contextOf({ actor }: Pick<AcceptedCall, 'actor'>): Context {
  const { tenantId, id: userId, tokenVersion, roles, language } = actor;
  const actorId = userId;
  return { tenantId, userId, actorId, tokenVersion, roles, language, asOperator: false, requestId: 'replay' };
}

/** What both must agree on: everything but keys, numbers, times, comments, answers and the remarks about budgets. */
const content = `
  select p.status, p.name, p.notes, p.total_netto, p.total_brutto, p.approved_netto, p.creator_id, p.consignee_id,
    p.number is not null as has_number, t.content_version,
    (select json_agg(json_build_array(e.type, e.status, e.lb_user_id, e.comment, e.text_type, e.size, e.message_code)
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
  world: World,
  id: number,
  sequential: Pick<World, 'sql'>,
  copy: number,
): Promise<string[]> {
  const [[stored], [repeated]] = await Promise.all([
    world.sql<Record<string, unknown>>(content, [id]),
    sequential.sql<Record<string, unknown>>(content, [copy]),
  ]);
  return Object.keys(stored ?? {})
    .filter((key) => !isDeepStrictEqual(stored?.[key], repeated?.[key]))
    .map((key) => {
      const [is, should] = firstDifference(stored?.[key], repeated?.[key]);
      return `request ${id}: ${key} is ${is}, one after the other ${should}`;
    });
}

/** Of two lists the elements in which they differ first. */
function firstDifference(is: unknown, should: unknown): readonly [string, string] {
  if (!Array.isArray(is) || !Array.isArray(should)) return [JSON.stringify(is), JSON.stringify(should)];
  const place = Array.from({ length: Math.max(is.length, should.length) }, (_, index) => index).find(
    (index) => !isDeepStrictEqual(is[index], should[index]),
  );
  const told = (list: unknown[]) => `${JSON.stringify(list[place ?? 0])} (${place} of ${list.length})`;
  return [told(is), told(should)];
}
