import { compareAmounts, minus, round, sum, times } from '../../../src/base/money.ts';
import { loadDocument } from '../../../src/document/server/store.ts';
import { totals } from '../../../src/document/totals.ts';
import { servedProcurement } from '../../../src/features/procurement/server/served.ts';
import type { StoredProcurement } from '../../../src/features/procurement/server/store.ts';
import { documentStatus } from '../../../src/timeline/document-status.ts';
import type { Timeline } from '../../../src/timeline/timeline.ts';
import { violations } from '../../../src/timeline/violations.ts';
import type { Check, World } from '../world.ts';

export const documents: readonly Check[] = [
  { name: 'TL-02   every timeline holds its rules (TL-09, TL-19, TL-25)', violations: timelines },
  { name: 'TL-18   every status is that of the current entry', violations: currentStatuses },
  { name: 'TASK-23 whoever was asked is asked once, and asked until he answers', violations: questions },
  { name: 'NUM-04  numbers have neither duplicates nor unexplained gaps', violations: numbers },
  { name: 'DATA-29 received is the sum of the receipts, never above ordered', violations: received },
  { name: 'PRICE-03 totals are those of the lines', violations: lineTotals },
  { name: 'BUD-04  budgets add up', violations: budgets },
  { name: 'BUD-06  no budget is overdrawn without a remark', violations: unnoticed },
];

async function timelines(world: World): Promise<string[]> {
  const groups = await world.sql<{ id: number }>('select id from lb_user where is_group');
  const isGroup = new Set(groups.map(({ id }) => id));
  return await eachRequest(world, ({ id, timeline }) => {
    const found = violations(timeline, (person) => isGroup.has(person));
    return found.map((what) => `request ${id}: ${what}; ${toldTimeline(timeline, isGroup)}`);
  });
}

/** The whole timeline on one line, so that a finding can be understood without the database. */
function toldTimeline({ currentEntryNo, entries }: Timeline, isGroup: ReadonlySet<number>): string {
  const told = entries.map(({ type, status, textType, lbUserId }) => {
    const who = lbUserId === null ? '-' : isGroup.has(lbUserId) ? `group ${lbUserId}` : lbUserId;
    return `${type} ${who} ${status ?? '-'}/${textType}`;
  });
  return `current ${currentEntryNo} of ${told.join(', ')}`;
}

async function currentStatuses(world: World): Promise<string[]> {
  return await eachRequest(world, ({ id, timeline, head }) => {
    const wanted = documentStatus('procurement', timeline);
    return head.status === wanted ? [] : [`request ${id} is ${head.status} instead of ${wanted}`];
  });
}

/** The list names exactly those with open questions, and an open one was followed by no word of the asked person. */
async function questions({ sql, cast }: World): Promise<string[]> {
  const rows = await sql<{ id: number }>(
    `select p.id from procurement p
     cross join lateral (select coalesce(array_agg(distinct q.lb_user_id), '{}') as ids from document_question q
       where q.tenant_id = p.tenant_id and q.procurement_id = p.id and q.answered_at is null) open
     join document d on d.tenant_id = p.tenant_id and d.procurement_id = p.id
     where p.tenant_id = $1 and (not (d.asked_ids @> open.ids and d.asked_ids <@ open.ids)
       or exists (select from document_question q
         join timeline_entry asked on asked.tenant_id = q.tenant_id and asked.id = q.timeline_entry_id
         join timeline_entry said on said.tenant_id = q.tenant_id and said.procurement_id = p.id
           and said.status = 'comment' and said.created_by_id = q.lb_user_id and said.entry_no > asked.entry_no
         where q.tenant_id = p.tenant_id and q.procurement_id = p.id and q.answered_at is null))`,
    [cast.tenantId],
  );
  return rows.map(({ id }) => `request ${id}: questions and answers do not match`);
}

async function lineTotals(world: World): Promise<string[]> {
  return await eachRequest(world, ({ id, head, lines }) => {
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
  { sql, tx, cast }: World,
  look: (request: StoredProcurement) => readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: number }>('select id from procurement where tenant_id = $1 order by id', [
    cast.tenantId,
  ]);
  const found: string[] = [];
  for (const { id } of rows) found.push(...look(await loadDocument(tx, servedProcurement, id)));
  return found;
}

/** Per abbreviation: every number from the first to the counter is on a document, or on one that was deleted. */
async function numbers(world: World): Promise<string[]> {
  const rows = await world.sql<{ abbreviation: string; number: number; documents: number }>(
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
     ) taken group by 1, 2 order by 1, 2`,
    [world.cast.tenantId],
  );
  const counters = await world.sql<{ abbreviation: string; last: number }>(
    "select abbreviation, last from number_counter where tenant_id = $1 and abbreviation in ('DR', 'PO', 'DN')",
    [world.cast.tenantId],
  );
  return counters.flatMap(({ abbreviation, last }) => {
    const taken = rows.filter((row) => row.abbreviation === abbreviation);
    const used = new Set(taken.map(({ number }) => number));
    const since = (world.before.counters.get(abbreviation) ?? 0) + 1;
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

async function received(world: World): Promise<string[]> {
  const rows = await world.sql<{ id: number; quantity: string; received: string; receipts: string }>(
    `select l.id, l.quantity, l.quantity_received as received,
       coalesce((select sum(r.quantity) from goods_receipt r
                 where r.tenant_id = l.tenant_id and r.procurement_line_id = l.id), 0) as receipts
     from procurement_line l where l.tenant_id = $1`,
    [world.cast.tenantId],
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

interface Budget {
  readonly id: number;
  readonly cost_center_id: number;
  readonly ledger_account_id: number | null;
  readonly not_allocated: boolean;
  readonly value: string;
  readonly start: string;
  readonly end: string;
  readonly consumed: string;
}

interface Use {
  readonly procurement_id: number;
  readonly cost_center_id: number;
  readonly ledger_account_id: number | null;
  readonly day: string;
  readonly net: string;
}

/** What counts on a budget, by a computation of its own over all lines (BUD-02 to BUD-04). */
function usesOf(budget: Budget, budgets: readonly Budget[], uses: readonly Use[]): readonly Use[] {
  const own = new Set(
    budgets
      .filter((one) => one.cost_center_id === budget.cost_center_id && one.start <= budget.start)
      .filter((one) => one.end >= budget.start)
      .map((one) => one.ledger_account_id),
  );
  return uses.filter(
    (use) =>
      use.cost_center_id === budget.cost_center_id &&
      use.day >= budget.start &&
      use.day <= budget.end &&
      (budget.ledger_account_id === null
        ? !budget.not_allocated || use.ledger_account_id === null || !own.has(use.ledger_account_id)
        : use.ledger_account_id === budget.ledger_account_id),
  );
}

async function budgets(world: World): Promise<string[]> {
  const { all, uses } = await loadBudgets(world);
  return all.flatMap((budget) => {
    const wanted = round(sum(usesOf(budget, all, uses).map(({ net }) => net)), 2);
    // The sum is rounded here at its end, there per line.
    const isSame = Math.abs(Number(minus(budget.consumed, wanted))) < 0.05;
    return isSame ? [] : [`budget ${budget.id}: ${budget.consumed} consumed, the lines say ${wanted}`];
  });
}

async function unnoticed(world: World): Promise<string[]> {
  const { all, uses } = await loadBudgets(world);
  const remarks = await world.sql<{ id: number }>(
    "select distinct procurement_id as id from timeline_entry where message_code = 'budget_exceeded'",
  );
  const noticed = new Set(remarks.map(({ id }) => id));
  return all
    .filter(({ consumed, value }) => compareAmounts(consumed, value) > 0)
    .filter((budget) => {
      const counting = usesOf(budget, all, uses).map(({ procurement_id }) => procurement_id);
      return counting.some((id) => world.created.includes(id)) && !counting.some((id) => noticed.has(id));
    })
    .map(({ id, consumed, value }) => `budget ${id}: ${consumed} of ${value}, and nobody was told`);
}

async function loadBudgets(world: World): Promise<{ all: readonly Budget[]; uses: readonly Use[] }> {
  const { sql, cast } = world;
  await sql('begin');
  try {
    await sql('select app.enter($1, $2, $2, null, false)', [cast.tenantId, cast.admin.id]);
    const all = await sql<Budget>(
      `select b.*, u.consumed from budget b, app.budget_use(array[b.cost_center_id], b.start, null) u
       where b.tenant_id = $1 and b.active and u.budget_id = b.id`,
      [cast.tenantId],
    );
    const lines = await sql<
      Use & { rate: string; status: string; kind: string; quantity: string; received: string }
    >(
      `select p.id as procurement_id, coalesce(l.cost_center_id, p.cost_center_id) as cost_center_id,
         coalesce(l.ledger_account_id, p.ledger_account_id) as ledger_account_id, l.total_netto as net,
         (p.submitted_at at time zone app.time_zone())::date as day, coalesce(p.exchange_rate, 1) as rate,
         p.status, l.kind, l.quantity, l.quantity_received as received
       from procurement p join procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
       where p.tenant_id = $1 and p.status not in ('draft', 'open', 'declined')`,
      [cast.tenantId],
    );
    const uses = lines.map((line) => {
      const isPartly =
        line.status === 'completed' && line.kind === 'item' && compareAmounts(line.quantity, '0') > 0;
      const share = isPartly ? String(Number(line.received) / Number(line.quantity)) : '1';
      return { ...line, net: times(times(line.net, line.rate), share) };
    });
    return { all, uses };
  } finally {
    await sql('rollback');
  }
}
