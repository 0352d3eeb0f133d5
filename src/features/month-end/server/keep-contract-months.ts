import { z } from 'zod';
import { addMonths, type Day, dayOfInstant } from '../../../base/day.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import { costByMonth } from '../contract-months.ts';
import { contractsOf, figuresOf } from './contracts.ts';
import { timeZoneOf } from './time-zone.ts';

/** Daily jobs, with the hour in the tenant's time zone from which they are due (JOB-02). */
export const dailyMonthEndJobs = { keep_contract_months: 0 } as const;

/** The changed contracts; without them all, as each night. */
const orderInput = z.object({ contracts: z.array(z.number().int()).nullable().default(null) });

/**
 * Keeps the cost of running contracts by month, for companies that count them in budgets (DASH-09): of changed
 * contracts after each change (`app.renew_contract_months`), of all contracts every night and when a company begins.
 */
export function contractMonthJobs({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): JobHandlers {
  return {
    keep_contract_months: async ({ context, input }) => {
      const { contracts } = orderInput.parse(input);
      const own = systemContext(context.tenantId, context.requestId);
      return await asWriter(database, own, async (tx) => {
        const today = dayOfInstant(clock.now(), await timeZoneOf(tx));
        return { contracts: await keepMonths(tx, today, contracts) };
      });
    },
  };
}

/** The months ahead that are kept at most; budgets are shorter. */
const monthsAhead = 120;

/** @returns the number of contracts that count */
async function keepMonths(tx: Tx, day: Day, among: readonly number[] | null): Promise<number> {
  // Of two runs at once, the later one begins from what the first wrote.
  await tx.fixed("select pg_advisory_xact_lock(hashtextextended('contract months', app.tenant_id()))", []);
  const companies = await tx.fixed<{ id: number; currency: string }>(
    'select id, currency from client where contracts_in_budgets order by id',
    [],
  );
  const counted: number[] = [];
  for (const { id: client, currency } of companies)
    for await (const found of contractsOf(tx, { day, client, department: null, cost_center: null }, among)) {
      const rows = found.flatMap((contract) => {
        const { id, cost_center_id, ledger_account_id } = contract;
        if (cost_center_id === null) return [];
        const { since, until, exactCostOf } = figuresOf(contract, day);
        const latest = addMonths(day, monthsAhead);
        const last = until !== null && until > latest ? latest : (until ?? day);
        const months = costByMonth(since, last, exactCostOf);
        // While its rate is unknown, a contract has no amount in the currency of its company (PRICE-07).
        const unrated = contract.currency === currency ? null : contract.currency;
        return months.map((month) => ({ ...month, id, cost_center_id, ledger_account_id, unrated }));
      });
      await tx.fixed(replace, [
        rows.map(({ id }) => id),
        rows.map(({ day: first }) => first),
        rows.map(({ cost_center_id }) => cost_center_id),
        rows.map(({ ledger_account_id }) => ledger_account_id),
        rows.map(({ net }) => net),
        rows.map(({ unrated }) => unrated),
      ]);
      counted.push(...new Set(rows.map(({ id }) => id)));
    }
  await tx.fixed(
    'delete from contract_month where ($1::bigint[] is null or contract_id = any ($1)) and contract_id <> all ($2::bigint[])',
    [among, counted],
  );
  return counted.length;
}

/** Writes the months of contracts; unchanged rows stay untouched. */
const replace = `
  with months as (
    select * from unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[], $5::numeric[], $6::text[])
      as m (contract_id, day, cost_center_id, ledger_account_id, net, currency)
  ), gone as (
    delete from contract_month o where o.contract_id = any ($1) and (o.contract_id, o.day) not in (select contract_id, day from months)
  )
  insert into contract_month as o (tenant_id, contract_id, day, cost_center_id, ledger_account_id, net, currency)
  select app.tenant_id(), m.* from months m
  on conflict (tenant_id, contract_id, day) do update
    set cost_center_id = excluded.cost_center_id, ledger_account_id = excluded.ledger_account_id, net = excluded.net,
      currency = excluded.currency
    where (o.cost_center_id, o.ledger_account_id, o.net, o.currency) is distinct from
      (excluded.cost_center_id, excluded.ledger_account_id, excluded.net, excluded.currency)`;
