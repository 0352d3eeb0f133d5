import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { draftOf, on, refused } from './requests.ts';

const question = `{ procurement_setup {
  client department cost_center ledger_account people approver roles department_id cost_center_id } }`;

describe('AUTH-28 the records that a tenant lacks for submitting requests', () => {
  let demo: DemoWeb;
  let admin: WebCaller;
  let requester: WebCaller;

  beforeAll(async () => {
    demo = await demoWeb();
    [admin, requester] = await Promise.all([
      demo.person('admin@demo.test'),
      demo.person('requester@demo.test'),
    ]);
  });
  afterAll(() => demo.close());

  type Answer = Readonly<Record<string, unknown>>;
  // People whose absence ended need a new token.
  const asked = async (): Promise<Answer> => {
    const caller = await demo.person('admin@demo.test');
    return (await caller.get<{ procurement_setup: Answer }>(question)).procurement_setup;
  };
  const lacking = async (): Promise<readonly string[]> => {
    const answer = await asked();
    return Object.keys(answer).filter((name) => answer[name] === false);
  };
  const sql = (text: string) => demo.web.sql(text, [admin.context.tenantId]);

  it('is nothing in a working tenant, and visible to administrators only', async () => {
    expect(await lacking()).toEqual([]);
    expect((await requester.refusal(question)).code).toBe('specific_field_not_found');
  });

  it('is no account link, since an account without companies is for all of them', async () => {
    await sql('delete from client_ledger_account where tenant_id = $1');
    expect(await lacking()).toEqual([]);
  });

  it('APPR-09 is a second person, since people do not approve their own requests', async () => {
    await sql(`update client set min_approval = 1, self_approval = 'never' where tenant_id = $1`);
    await sql(
      `update lb_user set active = false where tenant_id = $1 and not is_group and email <> 'approver1@demo.test'`,
    );
    await sql(`update lb_user set active = true where tenant_id = $1 and email = 'admin@demo.test'`);
    // There are two people, one of whom approves.
    const [link] = await sql(
      `select 1 as one from department_approver a join lb_user u on u.id = a.lb_user_id where a.tenant_id = $1 and u.email = 'approver1@demo.test'`,
    );
    expect(link).toBeDefined();
    expect(await lacking()).not.toContain('people');
    expect(await lacking()).not.toContain('approver');
    await sql('update client set min_approval = 2 where tenant_id = $1');
    expect(await lacking()).toContain('approver');
    await sql('update client set min_approval = 1 where tenant_id = $1');
    await sql('update lb_user set active = true where tenant_id = $1');
    expect(await lacking()).toEqual([]);
  });

  it('PROC-05 VAL-04 is the link of a cost center, which submitting requires but a count of rows would miss', async () => {
    requester = await demo.person('requester@demo.test');
    const draft = await draftOf(requester, { name: 'Messuhr' });
    await sql('delete from cost_center_client where tenant_id = $1');
    const refusal = await refused(requester, 'submit', on(draft));
    expect(refusal.problems).toContainEqual(expect.objectContaining({ field: 'cost_center_id' }));
    expect(await lacking()).toEqual(['cost_center']);
    expect((await asked()).cost_center_id).toEqual(expect.any(Number));
  });
});
