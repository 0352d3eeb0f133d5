import { type AcceptedCall, isAccepted } from '../calls.ts';
import { assigneeOf } from '../cast.ts';
import { type Check, expectedVersion, type Fixture, historyOfInvoices } from '../fixture.ts';
import type { Invoice } from '../invoices.ts';
import { isCounted } from './amounts.ts';

export const invoices: readonly Check[] = [
  { name: 'API-39  every invoice comes from one accepted command', violations: origins },
  { name: 'LOCK-01 versions form one chain per invoice', violations: chains },
  { name: 'TL-26   equal versions of an invoice have equal content', violations: sightings },
  { name: 'TL-18   statuses of invoices follow the accepted commands', violations: statuses },
  { name: 'INV-23  lines and quantities of orders are charged as accepted', violations: quantities },
  { name: 'INV-11  the total of an invoice is that of its lines', violations: totals },
  { name: 'TL-20   every accepted comment on an invoice exists once', violations: comments },
  { name: 'TECH-12 document_person follows the rule for invoices', violations: persons },
];

/** An independent model: the possible statuses after an accepted command; missing commands keep the status. */
const leads: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  to_approval: { approval: ['financial-approval'], clearing: ['financial-approval'] },
  to_accounting: { approval: ['accounting'], clearing: ['accounting'] },
  approve: { 'financial-approval': ['financial-approval', 'accounting'] },
  to_export: { accounting: ['export'] },
  decline: { 'financial-approval': ['clearing'] },
  send_to_clearing: Object.fromEntries(
    ['approval', 'financial-approval', 'accounting', 'export'].map((status) => [status, ['clearing']]),
  ),
  discard: Object.fromEntries(
    ['approval', 'financial-approval', 'accounting', 'clearing'].map((status) => [status, ['declined']]),
  ),
};

async function origins({ sql, cast, invoices: brought }: Fixture): Promise<string[]> {
  const stored = await sql<{ id: number }>(
    // Invoices of the demo have files.
    'select id from invoice where tenant_id = $1 and file_id is null',
    [cast.tenantId],
  );
  const ids = new Set(brought);
  return [
    ...(ids.size === brought.length ? [] : ['two accepted commands brought the same invoice']),
    ...stored.filter(({ id }) => !ids.has(id)).map(({ id }) => `invoice ${id}: nobody brought it`),
    ...(stored.length < ids.size ? [`${stored.length} of ${ids.size} invoices are there`] : []),
  ];
}

async function chains(fixture: Fixture): Promise<string[]> {
  const stored = await fixture.sql<{ id: number; version: number; moves: number }>(
    `select i.id, t.content_version as version,
       (select count(*) from audit_log a where a.tenant_id = i.tenant_id and a.invoice_id = i.id and a.type = 'insert'
          and a."table" = 'timeline_entry' and a.data_after ->> 'message_code' in ('task_to_substitute', 'task_from_substitute'))::int
       + (select count(distinct c.idempotency_key) from command_log c
          join audit_log a on a.tenant_id = c.tenant_id and a.xact::text = c.xmin::text
          where c.command = 'lb_user_hand_over' and a."table" = 'timeline_entry' and a.invoice_id = i.id)::int as moves
     from invoice i join timeline t on t.tenant_id = i.tenant_id and t.id = i.timeline_id where i.id = any ($1)`,
    [fixture.invoices],
  );
  const histories = historyOfInvoices(fixture.calls);
  return stored.flatMap(({ id, version, moves }) => {
    const calls = histories.get(id) ?? [];
    const expected = calls.map(expectedVersion);
    const forks = expected.filter((one, place) => expected[place - 1] === one);
    return [
      ...forks.map((one) => `invoice ${id}: two accepted commands for version ${one}`),
      ...(version === calls.length + moves + 1
        ? []
        : [`invoice ${id}: version ${version} after ${calls.length + moves} accepted changes`]),
    ];
  });
}

/** All observations of an invoice: loaded before acting, and shown in answers. */
function looks({ calls }: Fixture): readonly Invoice[] {
  return calls
    .flatMap((call) => [call.invoice, isAccepted(call) ? call.ending.invoice : null])
    .filter((invoice) => invoice !== undefined && invoice !== null);
}

async function sightings(fixture: Fixture): Promise<string[]> {
  const versions = Map.groupBy(
    looks(fixture),
    ({ id, timeline }) => `${id} version ${timeline.content_version}`,
  );
  return [...versions].flatMap(([version, shown]) => {
    // People without amounts see everything else.
    const contents = new Set(
      shown.map((one) =>
        JSON.stringify([
          one.status,
          assigneeOf(one),
          one.procurement_id,
          one.invoice_lines.map(({ description, quantity }) => [description, quantity]),
        ]),
      ),
    );
    return contents.size > 1 ? [`invoice ${version} looked like ${[...contents].join(' and like ')}`] : [];
  });
}

async function statuses(fixture: Fixture): Promise<string[]> {
  const stored = await fixture.sql<{ id: number; status: string }>(
    'select id, status from invoice where id = any ($1)',
    [fixture.invoices],
  );
  const seen = new Map(
    looks(fixture).map(({ id, status, timeline }) => [`${id} ${timeline.content_version}`, status]),
  );
  const histories = historyOfInvoices(fixture.calls);
  return stored.flatMap(({ id, status }) => {
    let possible: readonly string[] = ['approval'];
    for (const call of histories.get(id) ?? []) {
      const lead = leads[call.command.replace('invoice_', '')];
      const before = seen.get(`${id} ${expectedVersion(call)}`);
      if (before !== undefined && !possible.includes(before))
        return [
          `invoice ${id} version ${expectedVersion(call)} is ${before} instead of ${possible.join(' or ')}`,
        ];
      const from = before === undefined ? possible : [before];
      possible = lead ? from.flatMap((one) => lead[one] ?? []) : from;
      if (possible.length === 0) return [`invoice ${id}: ${call.command} in ${from.join(' or ')}`];
    }
    return possible.includes(status)
      ? []
      : [`invoice ${id} is ${status} instead of ${possible.join(' or ')}`];
  });
}

interface ChargedLine {
  readonly description: string;
  readonly quantity: number;
  readonly procurement_line_id: number | null;
}

interface GivenLine {
  readonly id?: number;
  readonly description?: string;
  readonly quantity?: string;
  readonly procurement_line_id?: number;
}

/** The lines after the accepted saves in order. */
function linesAfter(calls: readonly AcceptedCall[]): readonly ChargedLine[] {
  return calls.reduce<readonly ChargedLine[]>((before, { input, invoice }) => {
    if (!Array.isArray(input.lines)) return before;
    const descriptions = new Map(invoice?.invoice_lines.map((line) => [line.id, line.description]));
    return (input.lines as GivenLine[]).map((line) => {
      const known = before.find(({ description }) => description === descriptions.get(line.id ?? 0));
      return {
        description: line.description ?? known?.description ?? '',
        quantity: line.quantity === undefined ? (known?.quantity ?? 0) : Number(line.quantity),
        procurement_line_id: line.procurement_line_id ?? known?.procurement_line_id ?? null,
      };
    });
  }, []);
}

/** Deleted orders and discarded invoices are not charged any more (PROC-21). */
async function quantities(fixture: Fixture): Promise<string[]> {
  const stored = await fixture.sql<ChargedLine & { invoice_id: number; status: string }>(
    `select l.invoice_id, i.status, l.description, l.quantity::float8, l.procurement_line_id
     from invoice_line l join invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
     where l.invoice_id = any ($1) order by l.sort_no, l.id`,
    [fixture.invoices],
  );
  const ordered = await fixture.sql<{ id: number; charged: number }>(
    `select o.id, (select coalesce(sum(l.quantity), 0) from invoice_line l
         join invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
         where l.tenant_id = o.tenant_id and l.procurement_line_id = o.id and i.file_id is null
           and app.counts_in_budgets('invoice', i.status))::float8 as charged
     from procurement_line o where o.tenant_id = $1`,
    [fixture.cast.tenantId],
  );
  const isThere = new Set(ordered.map(({ id }) => id));
  const histories = historyOfInvoices(fixture.calls);
  const statusOf = new Map(
    (
      await fixture.sql<{ id: number; status: string }>(
        'select id, status from invoice where id = any ($1)',
        [fixture.invoices],
      )
    ).map(({ id, status }) => [id, status]),
  );
  const charged = new Map<number, number>();
  const rows = Map.groupBy(stored, ({ invoice_id }) => invoice_id);
  const found = fixture.invoices.flatMap((id) => {
    const wanted = linesAfter(histories.get(id) ?? []).map((line) =>
      isThere.has(line.procurement_line_id ?? 0) ? line : { ...line, procurement_line_id: null },
    );
    if (isCounted({ status: statusOf.get(id) ?? 'declined' }))
      for (const { procurement_line_id: line, quantity } of wanted)
        if (line !== null) charged.set(line, (charged.get(line) ?? 0) + quantity);
    const reported = (lines: readonly ChargedLine[]) =>
      JSON.stringify(lines.map((line) => [line.description, line.quantity, line.procurement_line_id]));
    const [is, should] = [reported(rows.get(id) ?? []), reported(wanted)];
    return is === should ? [] : [`invoice ${id} has ${is} instead of ${should}`];
  });
  return [
    ...found,
    ...ordered
      .filter(({ id, charged: is }) => Math.abs(is - (charged.get(id) ?? 0)) > 0.0001)
      .map(
        ({ id, charged: is }) => `line ${id} of an order: ${is} charged instead of ${charged.get(id) ?? 0}`,
      ),
  ];
}

async function totals({ sql, invoices: brought }: Fixture): Promise<string[]> {
  const rows = await sql<{ id: number; net: string; gross: string; lines: string | null }>(
    `select i.id, i.total_netto as net, i.total_brutto as gross, sum(l.total_netto) as lines
     from invoice i left join invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
     where i.id = any ($1) group by i.tenant_id, i.id having i.total_netto <> coalesce(sum(l.total_netto), i.total_brutto)`,
    [brought],
  );
  return rows.map(
    ({ id, net, gross, lines }) => `invoice ${id}: net ${net}, gross ${gross}, its lines ${lines}`,
  );
}

async function comments({ sql, calls, invoices: brought }: Fixture): Promise<string[]> {
  const rows = await sql<{ id: number; comment: string; count: number }>(
    `select invoice_id as id, comment, count(*)::int from timeline_entry
     where invoice_id = any ($1) and type = 'comment' and status = 'comment' group by 1, 2`,
    [brought],
  );
  const found = new Map(rows.map(({ id, comment, count }) => [`${id} ${comment}`, count]));
  return calls
    .filter(({ command }) => command === 'invoice_comment')
    .flatMap((call) => {
      const times = found.get(`${call.input.id} ${call.input.comment}`) ?? 0;
      const wanted = isAccepted(call) ? 1 : 0;
      return times === wanted ? [] : [`comment ${call.input.comment} is there ${times} times, not ${wanted}`];
    });
}

/** Creator, present or past assignees, the persons they stood in for and asked persons act; others are involved. */
async function persons({ sql, cast, invoices: brought }: Fixture): Promise<string[]> {
  const rows = await sql<{
    document: number;
    person: number;
    wanted: boolean | null;
    stored: boolean | null;
  }>(
    `with concern as (
       select id as document, creator_id as person, true as acts from invoice where id = any ($2)
       union all select invoice_id, lb_user_id, true from document_question where invoice_id = any ($2)
       union all select e.invoice_id, concerned.person,
           not (e.entry_no > t.current_entry_no or (e.entry_no < t.current_entry_no and coalesce(e.status, 'reassigned') = 'reassigned'))
         from timeline_entry e join timeline t on t.tenant_id = e.tenant_id and t.id = e.timeline_id
         cross join lateral (values (e.lb_user_id), (e.for_user_id)) as concerned (person)
         where e.invoice_id = any ($2) and e.status is distinct from 'comment'
     ), wanted as (
       select document, person, bool_or(acts) as acts from concern where person is not null group by 1, 2
     ), stored as (
       select document_id as document, lb_user_id as person, is_assignee as acts from document_person
       where tenant_id = $1 and kind = 'invoice' and document_id = any ($2)
     )
     select document, person, w.acts as wanted, s.acts as stored
     from wanted w full join stored s using (document, person) where w.acts is distinct from s.acts`,
    [cast.tenantId, brought],
  );
  return rows.map(
    ({ document, person, wanted, stored }) =>
      `invoice ${document}, person ${person}: acts = ${stored}, should be ${wanted}`,
  );
}
