import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, inPlaceOf } from '../support/demo-api.ts';
import {
  actAs,
  addRoles,
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
/** Responsible for the contracts, with no right but to see own ones. */
let responsible: Caller;
/** Does the clearing; sees contracts but may not change them. */
let clearer: Caller;

beforeAll(async () => {
  ({ demo, admin, parties } = await contractDemo());
  responsible = await demo.person('requester@demo.test');
  await addRoles(demo, 'buyer', ['user-see-contracts']);
  clearer = await demo.person('buyer@demo.test');
});
afterAll(() => demo.close());

/** A contract that waits for the signature of its responsible person. */
async function unsigned(): Promise<Contract> {
  const head = { name: 'Wartung Krane', ...parties, responsible_id: responsible.context.userId, ...terms };
  const made = await saveAs(admin, { head, lines: [] });
  return await actAs(responsible, await actAs(admin, made, 'to_check'), 'to_signing');
}

async function signed(): Promise<Contract> {
  return await actAs(responsible, await unsigned(), 'sign');
}

/** Signed fields cannot be changed here (CON-38), unlike internal ones. */
const filed = { head: { notes: 'Ordner 12' } };

describe('ROLE-09 ROLE-11 CON-05 changing a contract', () => {
  it('requires clearing for people without the right', async () => {
    const running = await signed();
    expect(await refusedSave(responsible, { ...on(running), ...filed })).toMatchObject({
      code: 'no_edit_permission',
    });
    const clearing = await actAs(responsible, running, 'send_to_clearing', {
      comment: 'Wo liegt er?',
      person_id: clearer.context.userId,
    });
    expect(clearing.status).toBe('clearing');
    expect(await refusedSave(responsible, { ...on(clearing), ...filed })).toMatchObject({
      code: 'no_edit_permission',
    });
    const changed = await saveAs(clearer, { ...on(clearing), ...filed });
    expect(changed.timeline.content_version).toBeGreaterThan(clearing.timeline.content_version);
    const back = await actAs(clearer, changed, 'finish_clearing');
    expect(back.status).toBe('active');
    expect(await refusedSave(clearer, { ...on(back), head: { notes: 'Ordner 13' } })).toMatchObject({
      code: 'no_edit_permission',
    });
  });

  it('TL-21 requires no clearing for people with the right, and is recorded in the timeline', async () => {
    const running = await signed();
    const changed = await saveAs(admin, { ...on(running), ...filed });
    expect(changed).toMatchObject({
      status: 'active',
      timeline: { timeline_entries: expect.arrayContaining([{ type: 'comment', status: 'auditLog' }]) },
    });
  });
});

describe('CON-39 AUTH-37 a person who blocks the others who may sign', () => {
  it('does not become the only signer of a contract of their own by that within seven days', async () => {
    const { userId } = admin.context;
    await addRoles(demo, 'receiver', ['user-change-contract']);
    await demo.db.sql('update client set separate_signature = true');
    const head = { name: 'Wartung Tore', ...parties, responsible_id: userId, ...terms };
    const checked = await actAs(admin, await saveAs(admin, { head, lines: [] }), 'to_check');
    const waiting = await actAs(admin, checked, 'to_signing');
    await demo.db.sql(
      "update timeline_entry set lb_user_id = $2 where contract_id = $1 and type = 'contract-signing'",
      [waiting.id, userId],
    );
    const others = "roles && '{user-change-contract,user-admin}' and id <> $1";
    await demo.db.sql(`update lb_user set blocked = true where ${others}`, [userId]);
    expect(await refusedAct(admin, waiting, 'sign')).toMatchObject({ code: 'separate_signature' });
    await demo.db.sql('alter table lb_user disable trigger touch');
    await demo.db.sql(`update lb_user set updated_at = now() - interval '8 days' where ${others}`, [userId]);
    await demo.db.sql('alter table lb_user enable trigger touch');
    expect((await actAs(admin, waiting, 'sign')).status).toBe('active');
    await demo.db.sql(`update lb_user set blocked = false where ${others}`, [userId]);
    await demo.db.sql('update client set separate_signature = false');
  });
});

describe('AUTH-29 four eyes', () => {
  const notice = { notice_sent_on: inYears(1, '05-04'), terminated_on: inYears(1, '05-07') };

  it('only the assignee signs, and nobody signs as another person', async () => {
    const waiting = await unsigned();
    expect(await refusedAct(admin, waiting, 'sign')).toMatchObject({ code: 'not_assignee' });
    expect(await refusedAct(inPlaceOf(demo, admin, responsible), waiting, 'sign')).toMatchObject({
      code: 'permission_denied',
    });
    expect((await actAs(responsible, waiting, 'sign')).status).toBe('active');
  });

  it('CON-10 nobody gives or revokes notice as another person, or without being involved', async () => {
    const running = await signed();
    const substitute = inPlaceOf(demo, admin, responsible);
    expect(await refusedAct(substitute, running, 'terminate', notice)).toMatchObject({
      code: 'permission_denied',
    });
    expect(await refusedAct(clearer, running, 'terminate', notice)).toMatchObject({
      code: 'step_not_possible',
    });
    const ended = await actAs(responsible, running, 'terminate', notice);
    expect(ended).toMatchObject({ status: 'cancelled', end_date: inYears(2, '12-31') });
    const reason = { comment: 'Neues Angebot', person_id: clearer.context.userId };
    expect(await refusedAct(substitute, ended, 'revoke_termination', reason)).toMatchObject({
      code: 'permission_denied',
    });
    expect((await actAs(responsible, ended, 'revoke_termination', reason)).status).toBe('clearing');
  });
});

describe('APPR-17 a person who changes a contract during its check', () => {
  it('is not its only approver where another one may approve', async () => {
    await demo.db.sql(
      `insert into department_approver (tenant_id, department_id, lb_user_id)
       select tenant_id, $1, id from lb_user where email ~ '^approver[12]@demo'`,
      [parties.department_id],
    );
    await demo.db.sql(
      `update lb_user set approval_limit = case email when 'approver1@demo.test' then 20000 else 90000 end,
         roles = array(select distinct unnest(roles || '{user-change-contract,user-see-contracts,user-price}'))
       where email ~ '^approver[12]@demo'`,
    );
    const [first, second] = await Promise.all([
      demo.person('approver1@demo.test'),
      demo.person('approver2@demo.test'),
    ]);
    const head = { name: 'Wartung Tore', ...parties, responsible_id: responsible.context.userId, ...terms };
    const checked = await actAs(admin, await saveAs(admin, { head, lines: [] }), 'to_check');
    const lines = [{ name: 'Prüfung', type: 'maintenance', total: '120' }];
    const raised = await saveAs(first, { ...on(checked), lines });
    const asked = await actAs(responsible, raised, 'to_approval');
    expect((await refusedAct(first, asked, 'approve')).code).toBe('separate_check_required');
    const passed = await actAs(first, asked, 'reassign', { person_id: second.context.userId });
    expect((await actAs(second, passed, 'approve')).status).toBe('signature');
  });
});
