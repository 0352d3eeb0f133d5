import { compareAmounts } from '../../../src/base/money.ts';
import type { DocumentFacts } from '../../../src/document/facts.ts';
import type { Outcome } from '../../../src/document/outcome.ts';
import type { ServedKind, StoredDocument } from '../../../src/document/server/served-kind.ts';
import { loadDocument } from '../../../src/document/server/store.ts';
import { totals } from '../../../src/document/totals.ts';
import { servedInvoice } from '../../../src/features/invoice/server/store.ts';
import { servedProcurement } from '../../../src/features/procurement/server/served.ts';
import type { StoredProcurement } from '../../../src/features/procurement/server/store.ts';
import { documentStatus } from '../../../src/timeline/document-status.ts';
import type { Timeline } from '../../../src/timeline/timeline.ts';
import { violations } from '../../support/timeline-violations.ts';
import type { Check, Fixture } from '../fixture.ts';

export const documents: readonly Check[] = [
  { name: 'TL-02   every timeline follows its rules (TL-09, TL-19, TL-25)', violations: timelines },
  { name: 'TL-18   every status is that of the current entry', violations: currentStatuses },
  { name: 'TASK-23 an asked person is asked once, until the answer', violations: questions },
  { name: 'NUM-04  numbers have neither duplicates nor unexplained gaps', violations: numbers },
  { name: 'DATA-29 received is the sum of the receipts, never above ordered', violations: received },
  { name: 'PRICE-03 totals are those of the lines', violations: lineTotals },
];

async function timelines(fixture: Fixture): Promise<string[]> {
  const groups = await fixture.sql<{ id: number }>('select id from lb_user where is_group');
  const isGroup = new Set(groups.map(({ id }) => id));
  return await eachDocument(fixture, ({ id, kind, timeline }) => {
    const found = violations(timeline, (person) => isGroup.has(person));
    return found.map((what) => `${kind.name} ${id}: ${what}; ${reportedTimeline(timeline, isGroup)}`);
  });
}

/** The whole timeline on one line, so that a finding is understandable without the database. */
function reportedTimeline({ currentEntryNo, entries }: Timeline, isGroup: ReadonlySet<number>): string {
  const reported = entries.map(({ type, status, textType, lbUserId }) => {
    const who = lbUserId === null ? '-' : isGroup.has(lbUserId) ? `group ${lbUserId}` : lbUserId;
    return `${type} ${who} ${status ?? '-'}/${textType}`;
  });
  return `current ${currentEntryNo} of ${reported.join(', ')}`;
}

async function currentStatuses(fixture: Fixture): Promise<string[]> {
  return await eachDocument(fixture, ({ id, kind, timeline, head }) => {
    const wanted = documentStatus(kind.name, timeline);
    return head.status === wanted ? [] : [`${kind.name} ${id} is ${head.status} instead of ${wanted}`];
  });
}

/**
 * The list names exactly the persons with open questions, and no comment of the asked person followed an open one.
 */
async function questions({ sql, cast }: Fixture): Promise<string[]> {
  const found = ['procurement', 'invoice'].map(async (kind) => {
    const rows = await sql<{ id: number }>(
      `select p.id from ${kind} p
       cross join lateral (select coalesce(array_agg(distinct q.lb_user_id), '{}') as ids from document_question q
         where q.tenant_id = p.tenant_id and q.${kind}_id = p.id and q.answered_at is null) open
       join document d on d.tenant_id = p.tenant_id and d.${kind}_id = p.id
       where p.tenant_id = $1 and (not (d.asked_ids @> open.ids and d.asked_ids <@ open.ids)
         or exists (select from document_question q
           join timeline_entry asked on asked.tenant_id = q.tenant_id and asked.id = q.timeline_entry_id
           join timeline_entry reply on reply.tenant_id = q.tenant_id and reply.${kind}_id = p.id
             and reply.status = 'comment' and reply.created_by_id = q.lb_user_id and reply.entry_no > asked.entry_no
           where q.tenant_id = p.tenant_id and q.${kind}_id = p.id and q.answered_at is null))`,
      [cast.tenantId],
    );
    return rows.map(({ id }) => `${kind} ${id}: questions and answers do not match`);
  });
  return (await Promise.all(found)).flat();
}

async function lineTotals(fixture: Fixture): Promise<string[]> {
  return await eachRequest(fixture, ({ id, head, lines }) => {
    const wanted = totals(lines);
    const pairs = [
      ['total_netto', head.total_netto, wanted.total_netto],
      ['total_tax', head.total_tax, wanted.total_tax],
      ['total_brutto', head.total_brutto, wanted.total_brutto],
    ] as const;
    return pairs
      .filter(([, stored, right]) => compareAmounts(stored, right) !== 0)
      .map(([field, stored, right]) => `request ${id}: ${field} ${stored} instead of ${right}`);
  });
}

async function eachRequest(
  fixture: Fixture,
  look: (request: StoredProcurement) => readonly string[],
): Promise<string[]> {
  return await eachOf(fixture, servedProcurement, look);
}

async function eachDocument(
  fixture: Fixture,
  look: (document: StoredDocument) => readonly string[],
): Promise<string[]> {
  return [
    ...(await eachOf(fixture, servedProcurement, look)),
    ...(await eachOf(fixture, servedInvoice, look)),
  ];
}

async function eachOf<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  { sql, tx, cast }: Fixture,
  served: ServedKind<D, F, O>,
  look: (document: D) => readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: number }>(
    `select id from ${served.kind.name} where tenant_id = $1 order by id`,
    [cast.tenantId],
  );
  const found: string[] = [];
  await sql('begin');
  for (const { id } of rows) found.push(...look(await loadDocument(tx, served, id)));
  await sql('commit');
  return found;
}

/** Per abbreviation: every number from the first to the counter is on a document, or was deleted. */
async function numbers(fixture: Fixture): Promise<string[]> {
  const rows = await fixture.sql<{ abbreviation: string; number: number; documents: number }>(
    `select abbreviation, number, count(distinct document)::int as documents from (
       select 'DR' as abbreviation, draft_number as number, id as document from procurement where tenant_id = $1
       union all
       select 'DR', (data_before ->> 'draft_number')::int, foreign_key from audit_log
         where tenant_id = $1 and "table" = 'procurement' and type = 'delete'
       union all
       select 'PO', number, id from procurement where tenant_id = $1 and number is not null
       union all
       select 'PO', (data_before ->> 'number')::int, foreign_key from audit_log
         where tenant_id = $1 and "table" = 'procurement' and type = 'delete' and data_before ->> 'number' is not null
       union all
       select 'DN', number, procurement_id from goods_receipt where tenant_id = $1
       union all
       select 'IN', running_number, id from invoice where tenant_id = $1
     ) taken group by 1, 2 order by 1, 2`,
    [fixture.cast.tenantId],
  );
  const counters = await fixture.sql<{ abbreviation: string; last: number }>(
    "select abbreviation, last from number_counter where tenant_id = $1 and abbreviation in ('DR', 'PO', 'DN', 'IN')",
    [fixture.cast.tenantId],
  );
  return counters.flatMap(({ abbreviation, last }) => {
    const taken = rows.filter((row) => row.abbreviation === abbreviation);
    const used = new Set(taken.map(({ number }) => number));
    const since = (fixture.before.counters.get(abbreviation) ?? 0) + 1;
    const all = Array.from({ length: last - since + 1 }, (_, place) => since + place);
    return [
      ...taken
        .filter(({ documents }) => documents > 1)
        .map(({ number }) => `${abbreviation} ${number} twice`),
      ...all.filter((number) => !used.has(number)).map((number) => `${abbreviation} ${number} is missing`),
      ...taken.filter(({ number }) => number > last).map(({ number }) => `${abbreviation} ${number} beyond`),
    ];
  });
}

async function received(fixture: Fixture): Promise<string[]> {
  const rows = await fixture.sql<{ id: number; quantity: string; received: string; receipts: string }>(
    `select l.id, l.quantity, l.quantity_received as received,
       coalesce((select sum(r.quantity) from goods_receipt r
                 where r.tenant_id = l.tenant_id and r.procurement_line_id = l.id), 0) as receipts
     from procurement_line l where l.tenant_id = $1`,
    [fixture.cast.tenantId],
  );
  return rows
    .filter(
      (row) =>
        compareAmounts(row.received, row.receipts) !== 0 ||
        compareAmounts(row.received, row.quantity ?? '0') > 0 ||
        compareAmounts(row.received, '0') < 0,
    )
    .map(
      (row) => `line ${row.id}: ${row.received} of ${row.quantity} received, receipts say ${row.receipts}`,
    );
}
