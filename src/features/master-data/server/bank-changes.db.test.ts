import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportSetup, openImports } from '../../../../tests/entity/imports.ts';
import type { WebCaller } from '../../../../tests/support/demo-web.ts';

let setup: ImportSetup;
let admin: WebCaller;
let second: WebCaller;
let buyer: WebCaller;
let stranger: WebCaller;

const known = 'DE29200505501280046915';
const changed = 'DE89370400440532013000';
const another = 'DE02120300000000202051';

beforeAll(async () => {
  setup = await openImports();
  const { demo } = setup;
  // Suppliers of several tests share an account (ADM-23).
  for (const trigger of ['keep_account', 'guard_name_of_account'])
    await demo.web.sql(`alter table supplier disable trigger ${trigger}`);
  await demo.web.sql(
    "update lb_user set roles = roles || '{user-admin}' where email = 'approver3@demo.test'",
  );
  [admin, second, buyer, stranger] = await Promise.all([
    demo.person('admin@demo.test'),
    demo.person('approver3@demo.test'),
    demo.person('receiver@demo.test'),
    demo.person('admin@other.test'),
  ]);
}, 120_000);
afterAll(() => setup.close());

let made = 0;

/** A supplier with an account from before confirmations were required. */
async function supplierWith(iban: string | null): Promise<number> {
  made += 1;
  const [supplier] = await setup.demo.web.sql<{ id: string }>(
    'insert into supplier (tenant_id, name, iban) values ($1, $2, $3) returning id',
    [admin.context.tenantId, `Kontowechsel ${made}`, iban],
  );
  return Number(supplier?.id);
}

const change = (who: WebCaller, id: number, iban: string | null) =>
  who.get(
    'mutation ($id: bigint!, $iban: String) { update_supplier_by_pk(pk_columns: { id: $id }, _set: { iban: $iban }) { id } }',
    { id, iban },
  );

async function ibanOf(id: number) {
  const [row] = await setup.demo.web.sql<{ iban: string | null }>('select iban from supplier where id = $1', [
    id,
  ]);
  return row?.iban;
}

const changesOf = (id: number) =>
  setup.demo.web.sql<{ id: string; iban: string; state: string; by: string | null }>(
    `select b.id, b.iban, b.state, u.email as by from supplier_bank_change b left join lb_user u on u.id = b.decided_by_id
     where b.supplier_id = $1 and (b.proposed_by_id is not null or b.decided_by_id is not null) order by b.id`,
    [id],
  );

const decide = (who: WebCaller, verdict: 'confirm' | 'reject', id: string | undefined) =>
  who.ask(`mutation ($id: bigint!) { supplier_bank_change_${verdict}(id: $id) { id } }`, { id: Number(id) });
const codeOf = ({ errors }: Awaited<ReturnType<typeof decide>>) => errors?.[0]?.extensions.code;

describe('INV-21 DATA-19 another account of a supplier', () => {
  it("waits for a second person's confirmation and is recorded", async () => {
    const id = await supplierWith(known);
    await change(admin, id, changed);
    expect(await ibanOf(id)).toBe(known);
    const [waiting] = await changesOf(id);
    expect(waiting).toMatchObject({ iban: changed, state: 'pending', by: null });
    expect(codeOf(await decide(admin, 'confirm', waiting?.id))).toBe('second_person_required');
    expect(codeOf(await decide(buyer, 'confirm', waiting?.id))).toBe('permission_denied');
    expect(codeOf(await decide(stranger, 'confirm', waiting?.id))).toBe('not_found');
    expect(codeOf(await decide(second, 'confirm', waiting?.id))).toBeUndefined();
    expect(await ibanOf(id)).toBe(changed);
    expect(await changesOf(id)).toMatchObject([{ state: 'confirmed', by: 'approver3@demo.test' }]);
  });

  it('is replaced by a later one, and its proposer may withdraw it', async () => {
    const id = await supplierWith(null);
    await change(admin, id, changed);
    await change(second, id, another);
    const [first, later] = await changesOf(id);
    expect([first?.state, later?.state]).toEqual(['replaced', 'pending']);
    expect(codeOf(await decide(admin, 'confirm', first?.id))).toBe('record_changed');
    expect(codeOf(await decide(second, 'reject', later?.id))).toBeUndefined();
    expect(await ibanOf(id)).toBeNull();
  });

  it('is decided once where two persons decide at the same time', async () => {
    const id = await supplierWith(known);
    await change(second, id, changed);
    const [waiting] = await changesOf(id);
    const answers = await Promise.all([
      decide(admin, 'confirm', waiting?.id),
      decide(admin, 'reject', waiting?.id),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['record_changed', undefined]);
  });

  it('also waits when it is imported', async () => {
    const id = await supplierWith(known);
    const done = await setup.run('supplier', `Name;IBAN\nKontowechsel ${made};${changed}\n`);
    expect(done.state).toBe('done');
    expect(await ibanOf(id)).toBe(known);
    expect(await changesOf(id)).toMatchObject([{ iban: changed, state: 'pending' }]);
  });

  it('applies immediately where no company requires a second person, and is recorded', async () => {
    await setup.demo.web.sql('update client set bank_change_second_person = false');
    const id = await supplierWith(known);
    await change(admin, id, changed);
    expect(await ibanOf(id)).toBe(changed);
    expect(await changesOf(id)).toMatchObject([{ state: 'confirmed', by: 'admin@demo.test' }]);
    await setup.demo.web.sql(
      'update client set bank_change_second_person = true where id = (select max(id) from client where tenant_id = $1)',
      [admin.context.tenantId],
    );
    await change(admin, id, known);
    expect(await ibanOf(id)).toBe(changed);
    await setup.demo.web.sql('update client set bank_change_second_person = true');
  });
});
