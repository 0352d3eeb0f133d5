import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, DemoApi } from '../support/demo-api.ts';
import {
  type ActionInput,
  actAs,
  amendAs,
  amending,
  type Contract,
  type ContractDemo,
  contractDemo,
  inYears,
  on,
  refusedAct,
  refusedSave,
  saveAs,
  terms,
} from './contracts.ts';

let demo: DemoApi;
let admin: Caller;
let parties: ContractDemo['parties'];

beforeAll(async () => {
  ({ demo, admin, parties } = await contractDemo());
});
afterAll(() => demo.close());

const lines = [
  { name: 'Inspektion', type: 'maintenance', total: '900' },
  { name: 'Rufbereitschaft', type: 'service', total: '120.50' },
];

const act = (contract: Contract, action: string, input: ActionInput = {}) =>
  actAs(admin, contract, action, input);

async function signed(head: Record<string, unknown> = {}): Promise<Contract> {
  const made = await saveAs(admin, {
    head: { name: 'Wartung Krane', ...parties, ...terms, ...head },
    lines,
  });
  return await act(await act(await act(made, 'to_check'), 'to_signing'), 'sign');
}

const amendmentOf = (contract: Contract): Promise<Contract> => amendAs(admin, contract);

interface Read extends Contract {
  readonly supplier_id: number;
  readonly contract_lines: readonly { readonly name: string; readonly total: number }[];
  readonly contract_versions: readonly {
    readonly version_no: number;
    readonly changed: readonly string[];
    readonly amendment: { readonly id: number } | null;
    readonly differences: readonly { field: string; before: string | null; after: string | null }[];
  }[];
}

async function read(id: number, person = admin): Promise<Read> {
  const { contract } = await person.get<{ contract: Read[] }>(
    `{ contract(where: { id: { _eq: ${id} } }) { id status supplier_id duration end_date total_netto usage_type
        timeline { content_version timeline_entries(order_by: { entry_no: asc }) { type status } }
        contract_lines(order_by: { sort_no: asc }) { name total }
        contract_versions(order_by: { version_no: asc }) { version_no changed differences amendment { id } } } }`,
  );
  const [found] = contract;
  if (!found) throw new Error(`contract ${id} is not visible`);
  return found;
}

async function otherSupplier(): Promise<number> {
  const [row] = await demo.db.sql<{ id: string }>(
    'select id from supplier where tenant_id = $1 and id <> $2 and active order by id limit 1',
    [admin.context.tenantId, parties.supplier_id],
  );
  return Number(row?.id);
}

async function otherCompany(): Promise<number> {
  const [row] = await demo.db.sql<{ id: string }>(
    'select id from client where tenant_id = $1 and id <> $2 order by id limit 1',
    [admin.context.tenantId, parties.client_id],
  );
  return Number(row?.id);
}

/** The signed fields, each with another value. */
const agreedChanges = async (): Promise<Readonly<Record<string, unknown>>> => ({
  supplier_id: await otherSupplier(),
  client_id: await otherCompany(),
  usage_type: 'monthly',
  payment_direction: 'both',
  term_type: 'indefinite',
  start_date: inYears(-1, '01-01'),
  duration: '120',
  duration_unit_type: 'year',
  min_duration: '12',
  renewal_type: 'none',
  renewal_duration: '9',
  renewal_duration_unit_type: 'month',
  notice_period: '9',
  notice_period_unit_type: 'year',
  notice_workdays: '3',
  termination_to: 'year_end',
  termination_special_right: 'jederzeit',
});

describe('CON-38 a signed contract', () => {
  it('refuses changes of every agreed field and line, for any person and status, and saves internal fields', async () => {
    const changes = await agreedChanges();
    const atRest = await signed();
    const states: Readonly<Record<string, () => Promise<Contract>>> = {
      'at rest': async () => atRest,
      paused: async () => await act(await signed(), 'pause', { comment: 'Halle steht' }),
      'in clearing': async () =>
        await act(await signed(), 'send_to_clearing', {
          comment: 'Neue Bedingungen',
          person_id: admin.context.userId,
        }),
      'given notice of': async () =>
        await act(await signed(), 'terminate', {
          notice_sent_on: inYears(1, '05-20'),
          terminated_on: inYears(1, '05-24'),
        }),
    };
    for (const [state, make] of Object.entries(states)) {
      const contract = await make();
      const refused = async (input: Record<string, unknown>) =>
        (await refusedSave(admin, { ...on(contract), ...input })).code;
      for (const [field, value] of Object.entries(changes))
        expect([state, field, await refused({ head: { [field]: value } })]).toEqual([
          state,
          field,
          'contract_signed',
        ]);
      expect(await refused({ lines: [{ ...lines[0], total: '250000' }, lines[1]] })).toBe('contract_signed');
      expect(await refused({ lines: [] })).toBe('contract_signed');
      const kept = await saveAs(admin, {
        ...on(contract),
        head: { notes: 'Ordner 12', external_contract_number: 'R-1', payment_method: 'direct_debit' },
      });
      expect(kept).toMatchObject({ total_netto: 1020.5 });
    }
  });

  it('is changed by an amendment with its own check, approval and signature, and stays unchanged until then', async () => {
    const contract = await signed();
    const amendment = await amendmentOf(contract);
    expect(amendment).toMatchObject({
      status: 'pending',
      amends: { id: contract.id },
      contract_lines: [
        { name: 'Inspektion', total: 900 },
        { name: 'Rufbereitschaft', total: 120.5 },
      ],
    });
    expect(amendment.contract_number_formatted).not.toBe(contract.contract_number_formatted);
    const partner = await otherSupplier();
    const [first, second] = amendment.contract_lines as { id: number }[];
    const changed = await saveAs(admin, {
      ...on(amendment),
      head: { supplier_id: partner, duration: '48' },
      lines: [
        { id: first?.id, name: 'Inspektion', type: 'maintenance', total: '1000' },
        { id: second?.id, name: 'Rufbereitschaft', type: 'service', total: '120.50' },
      ],
    });
    const signing = await act(await act(changed, 'to_check'), 'to_signing');
    expect(await read(contract.id)).toMatchObject({
      status: 'active',
      supplier_id: parties.supplier_id,
      total_netto: 1020.5,
      contract_versions: [],
    });
    const done = await act(signing, 'sign');
    expect(done.status).toBe('incorporated');
    const now = await read(contract.id);
    expect(now).toMatchObject({
      status: 'active',
      supplier_id: partner,
      duration: 48,
      end_date: inYears(3, '12-31'),
      total_netto: 1120.5,
      contract_lines: [
        { name: 'Inspektion', total: 1000 },
        { name: 'Rufbereitschaft', total: 120.5 },
      ],
    });
    expect(now.contract_versions).toMatchObject([
      { version_no: 1, amendment: null, differences: [] },
      { version_no: 2, amendment: { id: amendment.id }, changed: ['supplier_id', 'duration', 'lines'] },
    ]);
    expect(now.contract_versions[1]?.differences).toMatchObject([
      { field: 'supplier_id' },
      { field: 'duration', before: '36', after: '48' },
      { field: 'lines', before: expect.stringContaining('900'), after: expect.stringContaining('1000') },
    ]);
    // The contract continues with the approved terms of the amendment.
    const ended = await act(now, 'terminate', {
      notice_sent_on: inYears(1, '05-20'),
      terminated_on: inYears(1, '05-24'),
    });
    expect(ended.status).toBe('cancelled');
  });

  it('stays in force when its amendment is discarded, has one amendment at a time, and none after notice', async () => {
    const contract = await signed();
    const amendment = await amendmentOf(contract);
    const again = await admin.refusal(amending, { key: randomUUID(), ...on(contract) });
    expect(again).toMatchObject({ code: 'amendment_open' });
    const gone = await act(amendment, 'discard');
    expect(gone.status).toBe('cancelled');
    expect(await read(contract.id)).toMatchObject({ status: 'active', total_netto: 1020.5 });
    const another = await amendmentOf(contract);
    const signing = await act(await act(another, 'to_check'), 'to_signing');
    const ended = await act(contract, 'terminate', {
      notice_sent_on: inYears(1, '05-20'),
      terminated_on: inYears(1, '05-24'),
    });
    expect(await refusedAct(admin, signing, 'sign')).toMatchObject({ code: 'contract_not_running' });
    const refused = await admin.refusal(amending, { key: randomUUID(), ...on(ended) });
    expect(refused).toMatchObject({ code: 'contract_not_running' });
  });

  it('requires all steps of an amendment, which is not taken over and is fixed once signed', async () => {
    const contract = await signed();
    const amendment = await amendmentOf(contract);
    expect(await refusedAct(admin, amendment, 'take_over')).toMatchObject({ code: expect.any(String) });
    const done = await act(await act(await act(amendment, 'to_check'), 'to_signing'), 'sign');
    expect(await refusedSave(admin, { ...on(done), head: { notes: 'x' } })).toMatchObject({
      code: 'no_edit_permission',
    });
    for (const action of ['terminate', 'pause', 'send_to_clearing'])
      expect([action, (await refusedAct(admin, done, action, { comment: 'x' })).code]).toEqual([
        action,
        expect.any(String),
      ]);
    const again = await admin.refusal(amending, { key: randomUUID(), ...on(done) });
    expect(again).toMatchObject({ code: 'contract_not_running' });
  });

  it('ROLE-07 shows the changes of a version to everybody who sees the contract, and amounts only with prices', async () => {
    const contract = await signed();
    const amendment = await amendmentOf(contract);
    const longer = await saveAs(admin, { ...on(amendment), head: { duration: '60' } });
    await act(await act(await act(longer, 'to_check'), 'to_signing'), 'sign');
    await demo.db.sql(
      `update lb_user set roles = array['user-see-contracts'] where email = 'requester@demo.test'`,
    );
    const requester = await demo.person('requester@demo.test');
    const { contract_versions: seen } = await read(contract.id, requester);
    expect(seen).toMatchObject([
      { changed: [], differences: null },
      { changed: ['duration'], differences: null },
    ]);
  });
});
