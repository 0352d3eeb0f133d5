import { type AcceptedCall, type Call, isAccepted, isOnInvoice, mutationOf } from '../calls.ts';
import { assigneeOf } from '../cast.ts';
import type { Document } from '../documents.ts';
import { type Check, expectedVersion, type Fixture, historyOf, isDeleted, movesOf } from '../fixture.ts';

/** An independent model: the possible statuses after an accepted command. */
const leads: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  save: {
    draft: ['draft'],
    open: ['open'],
    approval: ['approval'],
    approved: ['approved', 'approval'],
    clearing: ['clearing'],
  },
  submit: { draft: ['open', 'approval', 'approved'] },
  to_next_selection: { open: ['open'] },
  to_approval: { open: ['approval'], clearing: ['approval'] },
  to_order: { open: ['approved'], clearing: ['approved'] },
  approve: { approval: ['approval', 'approved'] },
  send_order: { approved: ['approved'] },
  confirm_order: { approved: ['approved'] },
  complete_order: { approved: ['ordered'] },
  receive: { ordered: ['ordered'] },
  finish_delivery: { ordered: ['completed'] },
  to_select_product: { clearing: ['open'] },
  to_delivery: { clearing: ['ordered'] },
  decline: { approval: ['clearing'] },
  send_to_clearing: {
    open: ['clearing'],
    approval: ['clearing'],
    approved: ['clearing'],
    ordered: ['clearing'],
  },
  withdraw: { open: ['draft'], approval: ['draft'] },
  cancel: Object.fromEntries(
    ['draft', 'open', 'approval', 'approved', 'ordered', 'clearing'].map((status) => [status, ['declined']]),
  ),
  copy: { draft: ['draft'] },
  delete_draft: { draft: ['deleted'] },
};
const staying = ['accept', 'give_back', 'reassign', 'record_confirmation', 'accept_confirmation'];

export const history: readonly Check[] = [
  { name: 'LOCK-01 versions form one chain per document', violations: chains },
  { name: 'TL-26   equal versions have equal content', violations: sightings },
  { name: 'API-39  a read shows all earlier answers', violations: staleLooks },
  { name: 'TL-18   statuses follow the accepted commands', violations: statuses },
  { name: 'PROC-18 lines and receipts equal the accepted ones', violations: lines },
  { name: 'TL-20   every accepted comment exists once', violations: comments },
  { name: 'LOCK-08 timeline_changed is returned only for changed timelines', violations: excuses },
  { name: 'API-39  every intent has exactly one outcome', violations: outcomes },
];

async function chains(fixture: Fixture): Promise<string[]> {
  const stored = await fixture.sql<{ id: number; version: number }>(
    `select p.id, t.content_version as version from procurement p
     join timeline t on t.tenant_id = p.tenant_id and t.id = p.timeline_id where p.id = any ($1)`,
    [fixture.created],
  );
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  const moves = await movesOf(fixture);
  return [...historyOf(fixture.calls)].flatMap(([id, calls]) => {
    const expected = calls.map(expectedVersion);
    const forks = expected.filter((version, place) => expected[place - 1] === version);
    const version = versions.get(id);
    const found = forks.map((version) => `request ${id}: two accepted commands for version ${version}`);
    if (isDeleted(calls))
      return version === undefined ? found : [...found, `request ${id}: deleted but there`];
    if (version === undefined) return [...found, `request ${id}: accepted but not there`];
    const changes = calls.length + (moves.get(id)?.length ?? 0);
    return version === changes + 1
      ? found
      : [...found, `request ${id}: version ${version} after ${changes} accepted changes`];
  });
}

/** All observations of a document: loaded before acting, and shown in answers. */
function looks(calls: readonly Call[]): readonly Document[] {
  return calls.flatMap((call) => {
    const answered = isAccepted(call) && call.command !== 'delete_draft' ? call.ending.document : null;
    return [call.seen, answered].filter((document) => document !== null);
  });
}

async function sightings({ calls }: Fixture): Promise<string[]> {
  const versions = Map.groupBy(
    looks(calls),
    ({ id, timeline }) => `${id} version ${timeline.content_version}`,
  );
  return [...versions].flatMap(([version, documents]) => {
    const contents = new Set(
      documents.map((one) => JSON.stringify([one.status, assigneeOf(one), one.procurement_lines])),
    );
    return contents.size > 1 ? [`request ${version} looked like ${[...contents].join(' and like ')}`] : [];
  });
}

async function staleLooks({ calls }: Fixture): Promise<string[]> {
  const histories = historyOf(calls);
  return calls.flatMap(({ seen }) => {
    const { id = 0, timeline, askedAt = 0 } = seen ?? {};
    const late = histories
      .get(id)
      ?.find((one) => expectedVersion(one) === timeline?.content_version && one.endedAt < askedAt);
    return late ? [`request ${id} still showed version ${expectedVersion(late)} after ${late.command}`] : [];
  });
}

async function statuses(fixture: Fixture): Promise<string[]> {
  const stored = await fixture.sql<{ id: number; status: string }>(
    'select id, status from procurement where id = any ($1)',
    [fixture.created],
  );
  const last = new Map(stored.map(({ id, status }) => [id, status]));
  const seen = new Map(
    looks(fixture.calls).map(({ id, status, timeline }) => [`${id} ${timeline.content_version}`, status]),
  );
  return [...historyOf(fixture.calls)].flatMap(([id, calls]) => {
    let possible: readonly string[] = ['draft'];
    for (const call of calls) {
      const version = expectedVersion(call);
      const then = seen.get(`${id} ${version}`);
      if (then !== undefined && !possible.includes(then)) {
        return [`request ${id} version ${version} is ${then} instead of ${possible.join(' or ')}`];
      }
      possible = (then === undefined ? possible : [then]).flatMap((status) =>
        staying.includes(call.command) ? [status] : (leads[call.command]?.[status] ?? []),
      );
      if (possible.length === 0) return [`request ${id} version ${version}: ${call.command} in ${then}`];
    }
    const status = last.get(id) ?? 'deleted';
    return possible.includes(status)
      ? []
      : [`request ${id} is ${status} instead of ${possible.join(' or ')}`];
  });
}

interface LineState {
  readonly description: string;
  readonly quantity: number;
  readonly received: number;
}

interface LineInput {
  readonly id?: number;
  readonly description?: string;
  readonly quantity?: string;
}

async function lines(fixture: Fixture): Promise<string[]> {
  const rows = await fixture.sql<LineState & { id: number }>(
    `select procurement_id as id, description, quantity::float8 as quantity, quantity_received::float8 as received
     from procurement_line where procurement_id = any ($1) order by sort_no, id`,
    [fixture.created],
  );
  const stored = Map.groupBy(rows, ({ id }) => id);
  return [...historyOf(fixture.calls)].flatMap(([id, calls]) => {
    if (isDeleted(calls)) return [];
    const wanted = JSON.stringify(linesAfter(calls));
    const found = JSON.stringify(
      (stored.get(id) ?? []).map(({ description, quantity, received }) => ({
        description,
        quantity,
        received,
      })),
    );
    return wanted === found ? [] : [`request ${id} has ${found} instead of ${wanted}`];
  });
}

/** The lines after the accepted saves and receipts in order; a copy begins with those of its source. */
function linesAfter(calls: readonly AcceptedCall[]): readonly LineState[] {
  return calls.reduce<readonly LineState[]>((before, { command, input, seen }) => {
    if (command === 'copy') {
      const copied = seen?.procurement_lines ?? [];
      return copied.map(({ description, quantity }) => ({ description, quantity, received: 0 }));
    }
    const descriptions = new Map(seen?.procurement_lines.map((line) => [line.id, line.description]));
    const known = (id: number) => before.find((line) => line.description === descriptions.get(id));
    if (command === 'save' && Array.isArray(input.lines)) {
      return (input.lines as LineInput[]).map((line) => ({
        description: line.description ?? known(line.id ?? 0)?.description ?? '',
        quantity: line.quantity === undefined ? (known(line.id ?? 0)?.quantity ?? 0) : Number(line.quantity),
        received: known(line.id ?? 0)?.received ?? 0,
      }));
    }
    if (!Array.isArray(input.receipts)) return before;
    const receipts = input.receipts as readonly { procurement_line_id: number; quantity: string }[];
    return before.map((line) => {
      const booked = receipts.filter((one) => known(one.procurement_line_id) === line);
      return { ...line, received: booked.reduce((sum, one) => sum + Number(one.quantity), line.received) };
    });
  }, []);
}

async function comments(fixture: Fixture): Promise<string[]> {
  const rows = await fixture.sql<{ id: number; comment: string; count: number }>(
    `select procurement_id as id, comment, count(*)::int from timeline_entry
     where procurement_id = any ($1) and type = 'comment' and status = 'comment' group by 1, 2`,
    [fixture.created],
  );
  const found = new Map(rows.map(({ id, comment, count }) => [`${id} ${comment}`, count]));
  const gone = new Set(
    [...historyOf(fixture.calls)].filter(([, calls]) => isDeleted(calls)).map(([id]) => id),
  );
  return fixture.calls
    .filter(({ command, input }) => command === 'comment' && !gone.has(Number(input.id)))
    .flatMap((call) => {
      const times = found.get(`${call.input.id} ${call.input.comment}`) ?? 0;
      const wanted = isAccepted(call) ? 1 : 0;
      return times === wanted ? [] : [`comment ${call.input.comment} is there ${times} times, not ${wanted}`];
    });
}

/** A late command was refused because another person, the worker or a hand-over had changed that version before. */
async function excuses(fixture: Fixture): Promise<string[]> {
  const histories = historyOf(fixture.calls);
  const moves = await movesOf(fixture);
  return fixture.calls.flatMap((call) => {
    if (isOnInvoice(call) || call.ending?.kind !== 'refused' || call.ending.code !== 'timeline_changed')
      return [];
    const id = Number(call.input.id);
    const movers = histories.get(id)?.filter((one) => expectedVersion(one) === expectedVersion(call)) ?? [];
    const isTrue = movers.some(({ begunAt }) => begunAt <= call.endedAt);
    const isOfOthers = movers.length === 0 && moves.has(id);
    return isTrue || isOfOthers ? [] : [`request ${id}: ${call.command} ${call.key} was refused for nothing`];
  });
}

/** The command log holds exactly the accepted intents: refused ones leave no trace; shops log elsewhere. */
async function outcomes(fixture: Fixture): Promise<string[]> {
  const calls = [...fixture.calls, ...fixture.mall.api.deeds.log];
  const rows = await fixture.sql<{ key: string; person: number; command: string; document: number | null }>(
    `select idempotency_key as key, lb_user_id as person, command, document_id as document
     from command_log l where tenant_id = $1
       and not exists (select from lb_user u where u.tenant_id = l.tenant_id and u.id = l.lb_user_id and u.is_system)`,
    [fixture.cast.tenantId],
  );
  const logged = new Map(
    rows
      .filter(({ key }) => !fixture.before.keys.has(key))
      .map(({ key, person, command, document }) => [key, `${person} ${command} ${document}`]),
  );
  const accepted = new Map(
    calls
      .filter(isAccepted)
      .map(({ key, actor, command, ending }) => [key, `${actor.id} ${mutationOf(command)} ${ending.id}`]),
  );
  return [
    ...calls.flatMap(({ key, ending }) => (ending === null ? [`intent ${key} has no outcome`] : [])),
    ...[...accepted].flatMap(([key, what]) =>
      logged.get(key) === what ? [] : [`accepted ${key} ${what} is logged as ${logged.get(key)}`],
    ),
    ...[...logged].flatMap(([key, what]) =>
      accepted.has(key) ? [] : [`${key} ${what} was refused but done`],
    ),
  ];
}
