import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadExceededBudgets } from '../../src/document/server/budget-store.ts';
import { contractMonthJobs } from '../../src/features/month-end/server/keep-contract-months.ts';
import type { Tx } from '../../src/platform/server/database.ts';
import type { Person } from '../isolation/people.ts';
import { randomOf } from './history.ts';
import { add, ids, invoice, office, openSetup, order, read, together } from './setup.ts';

/** Contracts, orders called off them and invoices in whole cents and months, counted again without the product. */
const seed = Number(process.env.KONTOR_SEED ?? 11);
const random = randomOf(seed);
const whole = (max: number): number => 1 + Math.floor(random() * max);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const centers = ['workshop', 'laboratory'] as const;
const accounts = ['rent', 'tools', null] as const;

interface Place {
  readonly center: (typeof centers)[number];
  readonly account: (typeof accounts)[number];
}

interface Counted extends Place {
  /** Months since January 2026. */
  readonly month: number;
  readonly cents: number;
}

interface Contract extends Place {
  readonly name: string;
  readonly company: 'company' | 'other company';
  readonly status: 'active' | 'inactive';
  readonly start: number;
  readonly months: number;
  /** Per month. */
  readonly price: number;
}

const contracts: Contract[] = [];
/** What documents count, by the contract they belong to. */
const documents: (Counted & { readonly contract: Contract | null })[] = [];
const place = (): Place => ({ center: oneOf(centers), account: oneOf(accounts) });
const accountOf = ({ account }: Place): string | null => (account === null ? null : (ids[account] ?? null));
const placed = (one: Place) => ({ cost_center_id: ids[one.center], ledger_account_id: accountOf(one) });
const pad = (number: number): string => String(number).padStart(2, '0');
const dayOf = (month: number, day: string): string =>
  `${2026 + Math.floor(month / 12)}-${pad((month % 12) + 1)}-${day}`;
const euros = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (amount: unknown): number => Math.round(Number(amount) * 100);

const today = '2026-06-15';
let orders = 0;
let controller: Person;

async function addContract(one: Contract, currency?: string): Promise<void> {
  if (currency === undefined) contracts.push(one);
  const id = await add(one.name, 'contract', {
    ...{ timeline_id: (await office.add('timeline')).id, name: one.name, status: one.status },
    ...{ client_id: ids[one.company], exchange_rate: null, renewal_type: 'none', usage_type: 'monthly' },
    ...(currency === undefined ? {} : { currency }),
    ...{ term_type: 'fixed', start_date: dayOf(one.start, '01'), contract_date: dayOf(0, '01') },
    ...{ duration: String(one.months), duration_unit_type: 'month', payment_direction: 'outgoing' },
    ...{
      created_at: `${dayOf(Math.min(one.start, 4), '12')}T09:00:00Z`,
      payment_timing: 'postpaid',
      ...placed(one),
    },
  });
  await add(`${one.name} line`, 'contract_line', { contract_id: id, total: euros(one.price) });
}

/** An invoice of a contract, or of none. */
async function addInvoice(contract: Contract | null, one: Counted): Promise<void> {
  documents.push({ ...one, contract });
  await invoice(`${documents.length}`, {
    ...{ contract_id: contract === null ? null : ids[contract.name], procurement_id: null, ...placed(one) },
    ...{ invoice_date: dayOf(one.month, '20'), total_netto: euros(one.cents) },
  });
}

/** An order, called off a contract if one is given, and an invoice on it that may be above its value. */
async function addOrder(
  contract: Contract | null,
  one: Counted,
  invoiced: (Counted & { readonly contract: Contract | null }) | null,
): Promise<void> {
  orders += 1;
  const name = `order ${orders}`;
  const id = await order(name, {
    ...{
      number: String(700 + orders),
      contract_id: contract === null ? null : ids[contract.name],
      ...placed(one),
    },
    ...{ submitted_at: `${dayOf(one.month, '10')}T09:00:00Z`, status: oneOf(['approval', 'ordered']) },
    ...{ total_netto: euros(one.cents), total_brutto: euros(one.cents), completely_invoiced: 'false' },
  });
  await add(`${name} line`, 'procurement_line', {
    ...{ procurement_id: id, quantity: '1', total_netto: euros(one.cents) },
    ...{ cost_center_id: null, ledger_account_id: null },
  });
  const under = contract ?? invoiced?.contract ?? null;
  if (invoiced === null) {
    documents.push({ ...one, contract });
    return;
  }
  // The invoice counts with its order up to the order's value; that part belongs to the contract of either.
  const within = Math.min(invoiced.cents, one.cents);
  documents.push({ ...one, cents: within, contract: under });
  documents.push({ ...one, cents: one.cents - within, contract });
  documents.push({ ...invoiced, cents: invoiced.cents - within, contract: under });
  await invoice(name, {
    ...{ contract_id: invoiced.contract === null ? null : ids[invoiced.contract.name], procurement_id: id },
    ...{
      invoice_date: dayOf(invoiced.month, '20'),
      total_netto: euros(invoiced.cents),
      ...placed(invoiced),
    },
  });
}

const asWriter = <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
  office.db.database.inTenant(office.context(controller), run, { role: 'writer' });

async function keepMonths(): Promise<void> {
  const clock = { now: () => new Date(`${today}T10:00:00Z`) };
  const { keep_contract_months: keep } = contractMonthJobs({ database: office.db.database, clock });
  await keep?.({
    id: 1,
    kind: 'keep_contract_months',
    context: office.context(controller),
    input: {},
  } as never);
}

const start = (contract: Contract): number => contract.start;

function randomCounted(since: number): Counted {
  return { ...place(), month: since + Math.floor(random() * 5), cents: whole(90_000) };
}

beforeAll(async () => {
  await openSetup();
  controller = await office.person([
    'user-price',
    'user-dashboard',
    'user-see-all-orders',
    'user-see-contracts',
  ]);
  await add('laboratory', 'cost_center', { number: '4200', name: 'Labor' });
  await add('other company', 'client', { name: 'Anderfeld', currency: 'EUR', contracts_in_budgets: 'false' });
  await add('rent', 'ledger_account', { number: '4210', active: 'true' });
  await add('tools', 'ledger_account', { number: '4985', active: 'true' });
  await office.owner.query('delete from budget');
  await office.owner.query('update client set contracts_in_budgets = id = $1', [ids.company]);
  for (const center of centers)
    for (const [scope, values] of [
      ['total', { ledger_account_id: null, not_allocated: 'false' }],
      ['rent', { ledger_account_id: ids.rent, not_allocated: 'false' }],
      ['others', { ledger_account_id: null, not_allocated: 'true' }],
    ] as const)
      await add(`${center} ${scope}`, 'budget', {
        ...{ cost_center_id: ids[center], name: scope, value: '100000', active: 'true', ...values },
        ...{ start: '2026-01-01', end: '2026-12-31' },
      });
});
beforeAll(async () => {
  await together(async () => {
    for (let at = 0; at < 24; at += 1)
      await addContract({
        ...{ ...place(), name: `contract ${at}`, start: Math.floor(random() * 9), months: whole(14) },
        ...{ price: whole(40_000), company: at % 6 === 5 ? 'other company' : 'company' },
        status: at % 6 === 4 ? 'inactive' : 'active',
      });
    for (const contract of contracts) {
      if (random() < 0.6) await addInvoice(contract, randomCounted(start(contract)));
      if (random() < 0.5) await addOrder(contract, randomCounted(start(contract)), null);
      if (random() < 0.4) {
        const named = { ...randomCounted(start(contract)), contract: random() < 0.5 ? contract : null };
        await addOrder(contract, randomCounted(start(contract)), named);
      }
      // The invoice names the contract, its order names none.
      if (random() < 0.3)
        await addOrder(null, randomCounted(start(contract)), {
          ...randomCounted(start(contract)),
          contract,
        });
    }
    for (let at = 0; at < 4; at += 1) await addInvoice(null, randomCounted(0));
    await addOrder(null, randomCounted(0), { ...randomCounted(0), contract: null });
  });
  await keepMonths();
});
afterAll(() => office.close());

/** What a contract counts itself: its months, less its documents, which are taken off the first months. */
function restsOf(contract: Contract, beside = 0): readonly Counted[] {
  if (contract.company !== 'company' || contract.status !== 'active') return [];
  const own = documents.filter((one) => one.contract === contract);
  let taken = own.reduce((total, { cents }) => total + cents, beside);
  return Array.from({ length: contract.months }, (_, at) => {
    const used = Math.min(taken, contract.price);
    taken -= used;
    const { center, account, start: first, price } = contract;
    return { center, account, month: first + at, cents: price - used };
  });
}

const isIn = (center: string, scope: string, one: Counted): boolean =>
  one.center === center &&
  one.month >= 0 &&
  one.month < 12 &&
  (scope === 'total' || (scope === 'rent') === (one.account === 'rent'));

function expectedOf(center: string, scope: string): number {
  const counted = [...documents, ...contracts.flatMap((one) => restsOf(one))];
  return counted.filter((one) => isIn(center, scope, one)).reduce((total, { cents }) => total + cents, 0);
}

const budgets = centers.flatMap((center) =>
  (['total', 'rent', 'others'] as const).map((scope) => [center, scope] as const),
);

async function usedOf(center: string, scope: string): Promise<number> {
  const { consumed } = await asWriter((tx) =>
    tx.one<{ consumed: string }>(
      `select consumed::text from app.budget_use(array[$1::bigint], '2026-06-15', null) where budget_id = $2`,
      [ids[center], ids[`${center} ${scope}`]],
    ),
  );
  return centsOf(consumed);
}

describe('DASH-09 contracts in budgets: nothing counts twice', () => {
  it.each(budgets)(
    'the use of the budget of %s, %s, is contracts less orders and invoices',
    async (center, scope) => {
      expect(await usedOf(center, scope), `seed ${seed}`).toBe(expectedOf(center, scope));
    },
  );

  it('DASH-10 dashboard and list of a budget have the same sum, and contracts are committed', async () => {
    for (const center of centers) {
      const expected = budgets
        .filter(([own]) => own === center)
        .reduce((total, [, scope]) => total + expectedOf(center, scope), 0);
      const { rows, totals, count } = await read('budget_use', today, { cost_center: Number(ids[center]) });
      expect(totals.reduce((total, { amounts }) => total + centsOf(amounts.used), 0)).toBe(expected);
      expect(count).toBeGreaterThan(0);
      for (const row of rows.filter(({ kind }) => kind === 'contract')) expect(row.committed).toBe(row.used);
      const [months] = await office.as(controller, (tx) =>
        tx.query<{ consumed: string }>(
          `select sum(consumed)::text as consumed from app.budget_months(array[$1::bigint], '2026-06-15')`,
          [ids[center]],
        ),
      );
      expect(centsOf(months?.consumed)).toBe(expected);
    }
  });

  it('the amounts of a contract and of its documents together are its cost, or what they are beyond it', async () => {
    for (const contract of contracts.filter((one) => one.company === 'company' && one.status === 'active')) {
      const rests = await asWriter((tx) =>
        tx.query<{ net: string }>('select net::text from app.contract_rests(null, $1, null, false)', [
          ids[contract.name],
        ]),
      );
      const rest = rests.reduce((total, { net }) => total + centsOf(net), 0);
      const charged = documents
        .filter((one) => one.contract === contract)
        .reduce((total, { cents }) => total + cents, 0);
      expect(rest + charged, contract.name).toBe(Math.max(charged, contract.price * contract.months));
    }
  });

  it('BUD-06 a request under a contract takes off what the contract counts, another one comes on top', async () => {
    const contract = contracts.find((one) => {
      const inYear = restsOf(one).filter(({ month }) => month < 12);
      return inYear.reduce((total, { cents }) => total + cents, 0) > 20_000;
    });
    if (contract === undefined) throw new Error(`seed ${seed} has no contract with a rest`);
    const used = await usedOf(contract.center, 'total');
    await office.owner.query('update budget set value = $2 where id = $1', [
      ids[`${contract.center} total`],
      euros(used),
    ]);
    const exceededBy = async (aboveId: number | null) => {
      const found = await asWriter((tx) =>
        loadExceededBudgets(tx, {
          ...{ exceptId: 0, rate: '1', aboveId, on: { day: today } },
          ...{ approvingClientId: null, isLocking: false },
          amounts: [
            {
              cost_center_id: Number(ids[contract.center]),
              ledger_account_id: null,
              net: '150.00',
            },
          ],
        }),
      );
      return found.map(({ name, exceeded_by }) => [name, exceeded_by]);
    };
    expect(await exceededBy(null)).toEqual([['total', '150.00']]);
    expect(await exceededBy(Number(ids[contract.name]))).toEqual([]);
  });

  it('PRICE-07 a contract of an unknown rate is listed in its own currency, beside the sums', async () => {
    const used = await usedOf('workshop', 'total');
    const foreign = { account: null, center: 'workshop', company: 'company', status: 'active' } as const;
    await together(() =>
      addContract({ ...foreign, name: 'foreign', start: 5, months: 3, price: 10_000 }, 'USD'),
    );
    await keepMonths();
    expect(await usedOf('workshop', 'total')).toBe(used);
    const { rows } = await read('budget_use', today, { cost_center: Number(ids.workshop) });
    const listed = rows.filter(({ id, kind }) => kind === 'contract' && id === Number(ids.foreign));
    expect(listed.map(({ currency, used: net }) => [currency, centsOf(net)])).toEqual(
      [10_000, 10_000, 10_000].map((net) => ['USD', net]),
    );
    const [without] = await office.as(controller, (tx) =>
      tx.query<{ count: number }>('select app.budget_without_rate($1) as count', [ids['workshop total']]),
    );
    expect(without?.count).toBe(1);
    await office.owner.query("delete from job where kind = 'keep_contract_months'");
  });

  it('a changed contract and the changed setting of its company renew the months', async () => {
    const queued = async () => {
      const { rows } = await office.owner.query<{ input: object }>(
        "select input from job where kind = 'keep_contract_months' order by id",
      );
      return rows.map(({ input }) => input);
    };
    const [one] = contracts;
    expect(await queued()).toEqual([]);
    await asWriter((tx) =>
      tx.query('update contract_line set total = total + 1 where contract_id = $1', [ids[one?.name ?? '']]),
    );
    expect(await queued()).toEqual([{ contracts: [Number(ids[one?.name ?? ''])] }]);
    await together(async () => {
      await office.owner.query("select set_config('app.tenant_id', $1, true)", [office.factory.tenant.id]);
      await office.owner.query('update client set contracts_in_budgets = false where id = $1', [ids.company]);
    });
    expect(await queued()).toHaveLength(2);
  });

  it('where the company counts no contracts, only documents count, at once and after the next run', async () => {
    const expected = (center: string) =>
      documents.filter((each) => isIn(center, 'total', each)).reduce((total, { cents }) => total + cents, 0);
    for (const center of centers) expect(await usedOf(center, 'total')).toBe(expected(center));
    await keepMonths();
    const { rows } = await office.owner.query('select from contract_month');
    expect(rows).toEqual([]);
  });
});
