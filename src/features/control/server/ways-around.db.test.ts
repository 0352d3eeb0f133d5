import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebCaller } from '../../../../tests/support/demo-web.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';
import { eventually } from '../../../../tests/support/web.ts';

let setup: TwoAdministrators['setup'];
let admin: TwoAdministrators['admin'];
let second: TwoAdministrators['second'];
let tenant: TwoAdministrators['tenant'];
let ids: TwoAdministrators['ids'];
let idOf: TwoAdministrators['idOf'];
let storedIn: TwoAdministrators['storedIn'];
let waiting: TwoAdministrators['waiting'];
let decide: TwoAdministrators['decide'];
let changeLeast: TwoAdministrators['changeLeast'];

let two: TwoAdministrators;
beforeAll(async () => {
  two = await openTwoAdministrators();
  ({ setup, admin, second, tenant, ids, idOf, storedIn, waiting, decide, changeLeast } = two);
}, 120_000);
afterAll(() => two?.close());

describe('AUTH-31 AUTH-37 a waiting change', () => {
  test('is kept when another person proposes a different one, and is then void', async () => {
    const to = (who: WebCaller, limit: number) =>
      who.ask(
        `mutation { update_lb_user_by_pk(pk_columns: { id: ${ids.person} }, _set: { approval_limit: "${limit}" }) { id } }`,
      );
    await to(admin, 1111);
    const [first] = await waiting();
    await to(second, 2222);
    const [later, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(await decide(second, 'confirm', first?.id)).toBe('record_changed');
    expect(await decide(second, 'confirm', later?.id)).toBe('second_administrator_required');
    expect(await decide(admin, 'confirm', later?.id)).toBeUndefined();
    expect(await storedIn('lb_user', ids.person, 'approval_limit')).toBe('2222.00');
  });

  test('cannot be confirmed once the row has changed', async () => {
    await admin.ask(
      `mutation { update_client_by_pk(pk_columns: { id: ${ids.client} }, _set: { min_approval: 3 }) { id } }`,
    );
    const [change] = await waiting();
    await setup.demo.web.sql('update client set min_approval = 2 where id = $1', [ids.client]);
    expect(await decide(second, 'confirm', change?.id)).toBe('record_changed');
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('2');
    expect(await decide(second, 'reject', change?.id)).toBeUndefined();
  });

  test('is not proposed or decided while acting as another person, nor seen or decided by others', async () => {
    await admin.ask(
      `mutation { update_client_by_pk(pk_columns: { id: ${ids.client} }, _set: { min_approval: 9 }) { id } }`,
    );
    const [change] = await waiting();
    const acting = await two.actAsSecond();
    const decided = (verdict: string) =>
      acting(`mutation { control_change_${verdict}(id: ${change?.id}) { id } }`);
    expect(await decided('confirm')).toBe('permission_denied');
    expect(await decided('reject')).toBe('permission_denied');
    const buyer = await setup.demo.person('selector@demo.test');
    expect(await buyer.get('{ control_change { id } }')).toEqual({ control_change: [] });
    const stranger = await setup.demo.person('admin@other.test');
    expect(await stranger.get('{ control_change { id } }')).toEqual({ control_change: [] });
    expect(await decide(stranger, 'confirm', change?.id)).toBe('not_found');
    expect(await decide(second, 'reject', change?.id)).toBeUndefined();
  });

  test('is mailed to those who may confirm it, then to its proposer, and a new address to both addresses', async () => {
    await setup.demo.web.sql("delete from mail where kind = 'warning'");
    const email = await storedIn('lb_user', ids.other, 'email');
    await admin.ask(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${ids.other} }, _set: { email: "neue.adresse@demo.test" }) { id } }`,
    );
    const reported = async (recipient: string | null, words: string) => {
      // The mail job waits a few seconds, so that one mail covers all changes.
      await setup.demo.web.sql(
        "update graphile_worker._private_jobs set run_at = now() where key like 'control changes%'",
      );
      return await eventually(
        async () =>
          (
            await setup.demo.web.sql<{ subject: string }>(
              "select subject from mail where kind = 'warning' and recipient = $1 and text_body like $2",
              [recipient, `%${words}%`],
            )
          )[0],
      );
    };
    expect(await reported('receiver@demo.test', 'vorgeschlagen von Katrin Voss')).toBeDefined();
    const [change] = await waiting();
    await decide(second, 'confirm', change?.id);
    expect(await reported('admin@demo.test', 'entschieden von')).toBeDefined();
    expect(await reported(email, 'neue.adresse@demo.test')).toBeDefined();
    expect(await reported('neue.adresse@demo.test', email ?? '')).toBeDefined();
    expect(await waiting()).toEqual([]);
  });
});

describe('AUTH-37 INV-33 attempts to bypass the second person', () => {
  test('a person created within seven days cannot confirm changes of their creator', async () => {
    await setup.demo.web.sql('update lb_user set made_by_id = $2, made_at = now() where id = $1', [
      second.context.userId,
      admin.context.userId,
    ]);
    await changeLeast(4);
    // Nobody else can confirm it, so it applies immediately as for a sole administrator.
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('4');
    await setup.demo.web.sql("update lb_user set made_at = now() - interval '8 days' where id = $1", [
      second.context.userId,
    ]);
    await changeLeast(5);
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('4');
    const [change] = await waiting();
    expect(await decide(second, 'reject', change?.id)).toBeUndefined();
  });

  test('blocking the other administrator does not make one sole for seven days, even after unblocking', async () => {
    for (const set of ['blocked: true', 'blocked: false', 'active: false', 'active: true']) {
      await admin.get(
        `mutation { update_lb_user_by_pk(pk_columns: { id: ${second.context.userId} }, _set: { ${set} }) { id } }`,
      );
      await changeLeast(6);
      expect([set, await storedIn('client', ids.client, 'min_approval')]).toEqual([set, '4']);
    }
    const [change] = await waiting();
    const back = await setup.demo.person('receiver@demo.test');
    expect(await decide(back, 'confirm', change?.id)).toBe('second_administrator_required');
    expect(await decide(back, 'reject', change?.id)).toBeUndefined();
    await setup.demo.web.sql(
      'update lb_user set put_out_at = null, made_by_id = null, made_at = null where id = $1',
      [second.context.userId],
    );
  });

  test('an account waits when the second person is switched off and when all companies are deactivated', async () => {
    const supplier = await idOf('supplier', 'iban is not null');
    const iban = await storedIn('supplier', supplier, 'iban');
    const named = (value: string) =>
      admin.get(
        `mutation { update_supplier_by_pk(pk_columns: { id: ${supplier} }, _set: { iban: "${value}" }) { id } }`,
      );
    const pending = () =>
      setup.demo.web.sql<{ iban: string }>(
        "select iban from supplier_bank_change where supplier_id = $1 and state = 'pending'",
        [supplier],
      );
    await named('DE89370400440532013000');
    const everywhere = (set: string) =>
      setup.demo.web.sql(`update client set ${set} where tenant_id = $1`, [tenant]);
    for (const [off, on] of [
      ['bank_change_second_person = false', 'bank_change_second_person = true'],
      ['active = false', 'active = true'],
    ] as const) {
      await everywhere(off);
      expect(await pending()).toEqual([{ iban: 'DE89370400440532013000' }]);
      await named('DE02120300000000202051');
      expect([off, await storedIn('supplier', supplier, 'iban')]).toEqual([off, iban]);
      expect(await pending()).toEqual([{ iban: 'DE02120300000000202051' }]);
      await everywhere(on);
      await named('DE89370400440532013000');
      expect(await storedIn('supplier', supplier, 'iban')).toBe(iban);
    }
  });

  test('changes by a sole administrator apply immediately and are recorded', async () => {
    await setup.demo.web.sql("update lb_user set roles = array_remove(roles, 'user-admin') where id = $1", [
      second.context.userId,
    ]);
    await changeLeast(7);
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('7');
    expect(
      await admin.get('{ control_change(order_by: { id: desc }, limit: 1) { control state at_once } }'),
    ).toEqual({ control_change: [{ control: 'min_approval', state: 'confirmed', at_once: true }] });
  });
});
