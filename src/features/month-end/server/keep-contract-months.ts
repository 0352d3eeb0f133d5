import { z } from 'zod';
import { type Day, dayOfInstant } from '../../../base/day.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import { countedMonths } from '../../contract/cost-in-time.ts';
import { saveCountedMonths } from '../../contract/server/store.ts';
import { contractsOf } from './contracts.ts';
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

/** @returns the number of contracts whose months were computed */
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
        // While its rate is unknown, a contract has no amount in the currency of its company (PRICE-07).
        const unrated = contract.currency === currency ? null : contract.currency;
        return countedMonths(contract, day).map((month) => ({
          ...month,
          ...{ id, cost_center_id, ledger_account_id, unrated },
        }));
      });
      const ids = found.map(({ id }) => id);
      saveCountedMonths(tx, ids, rows);
      counted.push(...ids);
    }
  await tx.fixed(
    'delete from contract_month where ($1::bigint[] is null or contract_id = any ($1)) and contract_id <> all ($2::bigint[])',
    [among, counted],
  );
  return counted.length;
}
