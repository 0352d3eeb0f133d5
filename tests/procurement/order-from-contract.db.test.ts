import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOfInstant } from '../../src/base/day.ts';
import { loadOrdersBeside } from '../../src/document/server/contract-above.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { type Document, on, refused, run } from './requests.ts';

let demo: DemoApi;
let requester: Caller;
let accountant: Caller;

interface Contract {
  readonly id: number;
  readonly lines: readonly { readonly id: number; readonly name: string; readonly quantity: string }[];
}

/** The requester is responsible for the first contract only. */
let own: Contract;
let others: Contract;

beforeAll(async () => {
  demo = await demoApi();
  requester = await demo.person('requester@demo.test');
  accountant = await demo.person('accountant@demo.test');
  [own, others] = (await Promise.all(['CT-000001', 'CT-000002'].map(contractOf))) as [Contract, Contract];
});
beforeEach(() => switchContracts(true));
afterAll(() => demo.close());

async function contractOf(number: string): Promise<Contract> {
  const lines = await demo.db.sql<{ contract_id: string; id: string; name: string; quantity: string }>(
    `select l.contract_id, l.id, l.name, l.quantity::text from contract_line l
     join contract c on c.tenant_id = l.tenant_id and c.id = l.contract_id
     where c.contract_number_formatted = $1 order by l.sort_no`,
    [number],
  );
  return {
    id: Number(lines[0]?.contract_id),
    lines: lines.map((line) => ({ ...line, id: Number(line.id) })),
  };
}

async function switchContracts(isOn: boolean): Promise<void> {
  const { tenantId } = requester.context;
  await demo.db.sql("delete from configuration where tenant_id = $1 and key = 'module_contract'", [tenantId]);
  await demo.db.sql(
    "insert into configuration (tenant_id, key, model, value) values ($1, 'module_contract', 'boolean', $2)",
    [tenantId, String(isOn)],
  );
}

function order({ id, lines }: Contract) {
  return {
    head: { name: 'Abruf', type: 'recurring_contract', contract_id: id },
    lines: lines.map((line) => ({
      contract_line_id: line.id,
      description: line.name,
      quantity: line.quantity,
    })),
  };
}

async function linkOf(caller: Caller, id: number) {
  const { procurement_by_pk } = await caller.get<{ procurement_by_pk: unknown }>(
    `query ($id: bigint!) { procurement_by_pk(id: $id) {
       type contract_id contract { contract_number_formatted } } }`,
    { id },
  );
  return procurement_by_pk;
}

async function pricesOf(id: number) {
  return await demo.db.sql(
    `select price_netto::float, price_brutto::float, price_unit::float, tax::float, total_netto::float
     from procurement_line where procurement_id = $1 order by sort_no`,
    [id],
  );
}

describe('PROC-25 an order from a contract', () => {
  it('PROC-24 is linked to a visible contract', async () => {
    const draft = await run(requester, 'save', order(own));
    expect(await linkOf(requester, draft.id)).toEqual({
      type: 'recurring_contract',
      contract_id: own.id,
      contract: { contract_number_formatted: 'CT-000001' },
    });
  });

  it('TECH-03 is refused for an invisible contract', async () => {
    const refusal = await refused(requester, 'save', order(others));
    expect(refusal).toMatchObject({ code: 'foreign_key_violation', field: 'head.contract_id' });
    await run(accountant, 'save', order(others));
  });

  it('TECH-03 is refused for a contract of another tenant and for an unknown one', async () => {
    const [foreign] = await demo.db.sql<{ id: string }>(
      `with other as (select id from tenant where name = 'other'),
         started as (insert into timeline (tenant_id) select id from other returning tenant_id, id)
       insert into contract (tenant_id, timeline_id, creator_id, status, name)
       select s.tenant_id, s.id, (select min(u.id) from lb_user u where u.tenant_id = s.tenant_id), 'active', 'Fremd'
       from started s returning id`,
    );
    for (const id of [Number(foreign?.id), 999_999]) {
      const refusal = await refused(accountant, 'save', { head: { name: 'Abruf', contract_id: id } });
      expect(refusal).toMatchObject({ code: 'foreign_key_violation', field: 'head.contract_id' });
    }
  });

  it('takes lines of visible contracts only', async () => {
    const { head } = order(own);
    const refusal = await refused(requester, 'save', { head, lines: order(others).lines });
    expect(refusal).toMatchObject({
      code: 'foreign_key_violation',
      field: 'lines.0.contract_line_id',
    });
  });

  it.each(['pending', 'expired', 'cancelled'])('is refused for a contract with status %s', async (status) => {
    await demo.db.sql('update contract set status = $1 where id = $2', [status, own.id]);
    const refusal = await refused(requester, 'save', order(own));
    await demo.db.sql("update contract set status = 'active' where id = $1", [own.id]);
    expect(refusal).toMatchObject({ code: 'foreign_key_violation', field: 'head.contract_id' });
  });

  it('GEN-10 is refused while the module is off, but existing orders can be saved', async () => {
    const draft = await run(requester, 'save', order(own));
    await switchContracts(false);
    expect(await refused(requester, 'save', order(own))).toMatchObject({ code: 'module_off' });
    const changed = await run(requester, 'save', on(draft, { head: { notes: 'Eilt', contract_id: own.id } }));
    expect(await linkOf(requester, changed.id)).toMatchObject({ contract_id: own.id });
  });

  it('PROC-33 a copy keeps the contract while it can be ordered from', async () => {
    const draft = await run(requester, 'save', order(own));
    const copy = async () => {
      const { procurement_copy } = await requester.get<{ procurement_copy: Document }>(
        'mutation ($key: uuid!, $id: bigint!) { procurement_copy(idempotency_key: $key, id: $id) { id } }',
        { key: crypto.randomUUID(), id: draft.id },
      );
      return linkOf(requester, procurement_copy.id);
    };
    expect(await copy()).toMatchObject({ contract_id: own.id });
    await switchContracts(false);
    expect(await copy()).toMatchObject({ contract_id: null });
  });
});

it('CON-40 an order is checked together with other orders of its contract, in the currency of the contract', async () => {
  const [asked, ordered, declined] = [
    await run(requester, 'save', order(own)),
    await run(requester, 'save', order(own)),
    await run(requester, 'save', order(own)),
  ];
  await demo.db.sql(
    `update procurement set status = case id when $1 then 'ordered' else 'declined' end, submitted_at = now(), number = 900000 + id,
       currency = 'USD', exchange_rate = 0.5 where id in ($1, $2)`,
    [ordered.id, declined.id],
  );
  const beside = await demo.db.database.inTenant(
    requester.context,
    (tx) => loadOrdersBeside(tx, own.id, asked.id),
    { role: 'writer' },
  );
  const [row] = await demo.db.sql<{ net: string }>(
    'select round(total_netto * 0.5, 2)::text as net from procurement where id = $1',
    [ordered.id],
  );
  expect(beside).toEqual([{ day: dayOfInstant(new Date(), 'Europe/Berlin'), net: row?.net }]);
});

describe('ROLE-07 prices of an order from a contract', () => {
  const agreed = [
    { price_netto: 6.5, price_brutto: 7.74, price_unit: 1, tax: 19, total_netto: 975 },
    { price_netto: 420, price_brutto: 499.8, price_unit: 1, tax: 19, total_netto: 420 },
    { price_netto: 100, price_brutto: 119, price_unit: 3, tax: 19, total_netto: 100 },
  ];

  it('are those of the contract without user-price, regardless of the input', async () => {
    const blind = await demo.person('receiver@demo.test');
    await demo.db.sql('update contract set responsible_id = $1 where id = $2', [
      blind.context.userId,
      own.id,
    ]);
    const person: Caller = await withRoles('receiver@demo.test', ['user-see-own-contracts-and-involved']);
    const wanted = order(own);
    const draft = await run(person, 'save', {
      ...wanted,
      lines: wanted.lines.map((line) => ({ ...line, price_netto: '0.01', tax: '7' })),
    });
    expect(await pricesOf(draft.id)).toEqual(agreed);
    expect(draft.total_netto).toBeNull();
    await demo.db.sql('update contract set responsible_id = $1 where id = $2', [
      requester.context.userId,
      own.id,
    ]);
  });

  it('PRICE-07 are converted to the currency of the order', async () => {
    await demo.db.sql("update contract set currency = 'USD', exchange_rate = 0.5 where id = $1", [own.id]);
    const person = await withRoles('receiver@demo.test', ['user-see-contracts']);
    const { head, lines } = order(own);
    const inEuro = await run(person, 'save', { head, lines });
    expect(await pricesOf(inEuro.id)).toMatchObject(
      agreed.map(({ total_netto: net }) => ({ total_netto: net / 2 })),
    );
    const inDollars = await run(person, 'save', { head: { ...head, currency: 'USD' }, lines });
    expect(await pricesOf(inDollars.id)).toEqual(agreed);
    // The rate of the forint is unknown.
    const inForint = await run(person, 'save', { head: { ...head, currency: 'HUF' }, lines });
    expect(await pricesOf(inForint.id)).toMatchObject(agreed.map(() => ({ price_netto: null })));
    await demo.db.sql("update contract set currency = 'EUR' where id = $1", [own.id]);
  });

  it('are the typed ones with user-price', async () => {
    const { head, lines } = order(own);
    const draft = await run(requester, 'save', {
      head,
      lines: lines.map((line) => ({ ...line, price_netto: '5.00', tax: '19' })),
    });
    expect(await pricesOf(draft.id)).toMatchObject([
      { price_netto: 5 },
      { price_netto: 5 },
      { price_netto: 5 },
    ]);
  });

  it('PROC-25 stay if a saved request drops its contract, and never appear if a new one drops it', async () => {
    await demo.db.sql('update contract set responsible_id = $1 where id = $2', [
      (await demo.person('receiver@demo.test')).context.userId,
      own.id,
    ]);
    const person = await withRoles('receiver@demo.test', ['user-see-own-contracts-and-involved']);
    const { head, lines } = order(own);
    const ordinary = { ...head, type: 'single_invoice', contract_id: null };
    const draft = await run(person, 'save', { head, lines });
    const kept = draft.procurement_lines.map(({ id, description, quantity }) => ({
      id,
      description,
      quantity,
    }));
    const left = await run(person, 'save', on(draft, { head: ordinary, lines: kept }));
    expect(await linkOf(person, left.id)).toEqual({
      type: 'single_invoice',
      contract_id: null,
      contract: null,
    });
    expect(await pricesOf(left.id)).toEqual(agreed);

    const unlinked = lines.map(({ contract_line_id: _, ...line }) => line);
    const never = await run(person, 'save', { head: ordinary, lines: unlinked });
    expect(await pricesOf(never.id)).toMatchObject(agreed.map(() => ({ price_netto: null })));
    await demo.db.sql('update contract set responsible_id = $1 where id = $2', [
      requester.context.userId,
      own.id,
    ]);
  });

  async function withRoles(email: string, roles: readonly string[]): Promise<Caller> {
    await demo.db.sql('update lb_user set roles = roles || $2::text[] where email = $1', [email, roles]);
    return await demo.person(email);
  }
});

describe('TECH-03 an order with an invisible contract', () => {
  it('reveals only the contract’s id, and keeps it when saved', async () => {
    const draft = await run(requester, 'save', order(own));
    await demo.db.sql('update contract set responsible_id = null where id = $1', [own.id]);
    await demo.db.sql('update timeline_entry set lb_user_id = null where contract_id = $1', [own.id]);
    const unseen = { type: 'recurring_contract', contract_id: own.id, contract: null };
    expect(await linkOf(requester, draft.id)).toEqual(unseen);
    await run(requester, 'save', on(draft, { head: { notes: 'Eilt', contract_id: own.id } }));
    expect(await linkOf(requester, draft.id)).toEqual(unseen);
  });
});
