import { type Api, isAccepted } from './calls.ts';
import { type Check, type Fixture, movesOf } from './fixture.ts';
import { linesOf } from './hurts.ts';
import type { Server } from './server.ts';

/** The number of violations shown per kind. */
const maxShown = 5;

/** The events in numbers. */
export async function counts(fixture: Fixture, api: Api, server: Server): Promise<void> {
  const { calls } = fixture;
  const accepted = calls.filter(isAccepted);
  const logged = await fixture.sql<{ key: string; at: number }>(
    'select idempotency_key as key, extract(epoch from created_at) * 1000 as at from command_log',
  );
  const doneAt = new Map(logged.map(({ key, at }) => [key, Number(at)]));
  const lost = accepted.filter((call) => (doneAt.get(call.key) ?? Infinity) < call.attemptedAt - 1);
  const repeated = calls.filter(({ attempts }) => attempts > 1);
  const requests = api.deeds.attempts;
  console.log(
    `\n${requests} requests; ${calls.length} intents: ${accepted.length} accepted, ` +
      `${calls.length - accepted.length} refused; ${repeated.length} repeated, ` +
      `of which ${lost.length} had succeeded before the answer was lost`,
  );
  console.log(`kills: ${listOf(server.kills)}`);
  console.log(`accepted: ${listOf(countBy(accepted.map(({ command }) => command)))}`);
  const codes = calls.flatMap(({ ending }) => (ending?.kind === 'refused' ? [ending.code] : []));
  console.log(`refused: ${listOf(countBy(codes))}`);
  const statuses = await fixture.sql<{ status: string; count: number }>(
    'select status, count(*)::int from procurement where id = any ($1) group by 1 order by 1',
    [fixture.created],
  );
  const kinds = [...(await movesOf(fixture)).values()]
    .flat()
    .map((move) => ('code' in move ? move.code : move.kind));
  const [skipped] = await fixture.sql<{ count: number }>(
    `select count(*)::int from timeline_entry
     where procurement_id = any ($1) and type = 'approval' and status = 'approved' and lb_user_id is null`,
    [fixture.created],
  );
  console.log(
    `${fixture.absences.length} changes of absence; moved: ${listOf(countBy(kinds))}; skipped: ${skipped?.count} approvals`,
  );
  const mails = await fixture.sql<{ name: string; count: number }>(
    "select concat_ws(' ', kind, state) as name, count(*)::int from mail group by 1 order by 1",
  );
  const invoices = await fixture.sql<{ status: string; count: number }>(
    'select status, count(*)::int from invoice where id = any ($1) group by 1 order by 1',
    [fixture.invoices],
  );
  const [linked] = await fixture.sql<{ orders: number; max_invoices: number; several: number }>(
    `select count(*)::int as orders, max(invoices)::int as max_invoices,
       (select count(*)::int from invoice i where i.id = any ($1)
          and (select count(*) from app.orders_of_invoices(i.tenant_id, array[i.id])) > 1) as several
     from (select o.id, count(*) as invoices from invoice i, app.orders_of_invoices(i.tenant_id, array[i.id]) as o (id)
           where i.id = any ($1) group by o.id) charged`,
    [fixture.invoices],
  );
  console.log(
    `invoices: ${listOf(new Map(invoices.map(({ status, count }) => [status, count])))}; of ${linked?.orders} orders, up to ${linked?.max_invoices} of one, ${linked?.several} of several`,
  );
  const carts = await fixture.sql<{ name: string; count: number }>(
    `select 'carts ' || state as name, count(*)::int from punchout_cart where marketplace_id = $1 group by 1
     union all select 'orders ' || state, count(*)::int from procurement_supplier_order where marketplace_id = $1 group by 1`,
    [fixture.mall.marketplaceId],
  );
  const shopped = fixture.mall.api.deeds.log.map(({ command, ending }) =>
    ending?.kind === 'refused' ? `${command} refused: ${ending.code}` : command,
  );
  console.log(`shoppers: ${listOf(countBy(shopped))}`);
  console.log(
    `shopping: ${listOf(new Map(carts.map(({ name, count }) => [name, count])))}; ${fixture.mall.shop.orders.length} orders at the shop, ${fixture.mall.notices.length} confirmations`,
  );
  console.log(`figures: ${fixture.figures.answers} answers`);
  console.log(`requests: ${listOf(new Map(statuses.map(({ status, count }) => [status, count])))}`);
  for (const line of linesOf(fixture.recoveries)) console.log(line);
  console.log(`mails: ${listOf(new Map(mails.map(({ name, count }) => [name, count])))}\n`);
}

/** One line per invariant; true when all hold. */
export async function verdict(fixture: Fixture, checks: readonly Check[]): Promise<boolean> {
  let holds = true;
  for (const { name, violations } of checks) {
    const found = await violations(fixture);
    console.log(`${found.length === 0 ? 'ok   ' : 'FAIL '} ${name}`);
    for (const violation of found.slice(0, maxShown)) console.log(`        ${violation}`);
    if (found.length > maxShown) console.log(`        and ${found.length - maxShown} more`);
    holds &&= found.length === 0;
  }
  return holds;
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function listOf(numbers: ReadonlyMap<string, number>): string {
  const sorted = [...numbers].toSorted(([, left], [, right]) => right - left);
  return sorted.map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
}
