import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OnboardingSetup, onboardingSetup } from './setup.ts';

let onboarding: OnboardingSetup;
beforeAll(async () => {
  onboarding = await onboardingSetup();
});
afterAll(() => onboarding?.close());

const company = { name: 'Mole GmbH', address: 'Kai 1', zipcode: '18055', city: 'Rostock', vat_number: null };
const people = [{ name: 'Frank Freigabe', email: 'Frank@mole.test', approves: true }];
const selection = {
  ...{ company, people },
  departments: [{ name: 'Einkauf' }, { name: 'Werft' }, { name: 'einkauf' }],
  cost_centers: [
    { number: '100', name: 'Rumpf', budget: '50000' },
    { number: '200', name: 'Deck', budget: null },
  ],
  accounts: { chart: 'skr04', numbers: ['6815', '6850', '99999'] },
  posting_keys: ['9', '77'],
};

test('ONB-02 API-36 after an own selection a request can be submitted', async () => {
  const tenant = await onboarding.newTenant();
  const answer = await tenant.post({ mode: 'custom', selection });
  expect(answer.status, answer.body.toString()).toBe(200);
  expect(answer.json()).toMatchObject({
    mode: 'custom',
    counts: {
      ...{ client: 1, department: 2, cost_center: 2, ledger_account: 2, posting_key: 1 },
      ...{ supplier: 0, product_group: 0, product: 0, lb_user: 2 },
    },
  });
  expect(await tenant.count('budget')).toBe(1);
  expect(await tenant.count('client_address')).toBe(1);
  const { procurement_setup: setup } = await (await tenant.admin()).get<{
    procurement_setup: Record<string, boolean>;
  }>('{ procurement_setup { client department cost_center ledger_account people approver roles } }');
  expect(Object.values(setup)).toEqual(Array.from({ length: 7 }, () => true));
});

test('ONB-02 a repetition adds nothing and changes nothing', async () => {
  const tenant = await onboarding.newTenant();
  await tenant.post({ mode: 'custom', selection });
  const before = (await tenant.get()).json();
  const again = await tenant.post({
    mode: 'custom',
    selection: { ...selection, cost_centers: [{ number: '100', name: 'Anders', budget: '1' }] },
  });
  expect(again.json()).toEqual(before);
  expect(await tenant.count('budget')).toBe(1);
  expect(await tenant.count('department_approver')).toBe(2);
});

test('ONB-02 a second company entered before the departments is linked to all of them, too', async () => {
  const tenant = await onboarding.newTenant();
  const { departments, cost_centers } = selection;
  for (const part of [
    { company },
    { company: { ...company, name: 'Pier GmbH' } },
    { departments },
    { cost_centers },
  ])
    await tenant.post({ mode: 'custom', selection: part });
  expect((await tenant.get()).json()).toMatchObject({ counts: { client: 2 } });
  expect(await tenant.count('department_client')).toBe(4);
  expect(await tenant.count('cost_center_client')).toBe(4);
});

test('ONB-04 steps in any order are saved separately, and link earlier records', async () => {
  const tenant = await onboarding.newTenant();
  const { departments, cost_centers, accounts } = selection;
  for (const part of [{ cost_centers }, { departments }, { company }, { accounts }, { people }]) {
    const answer = await tenant.post({ mode: 'custom', selection: part });
    expect(answer.status, answer.body.toString()).toBe(200);
  }
  expect(await tenant.count('department_client')).toBe(2);
  expect(await tenant.count('cost_center_client')).toBe(2);
  expect(await tenant.count('department_cost_center')).toBe(4);
});

test('AUTH-27 ROLE-02 an invited person gets a mail and the price role, and is no administrator', async () => {
  const tenant = await onboarding.newTenant();
  await tenant.post({
    mode: 'custom',
    selection: { company, people: [{ name: 'Ina', email: 'ina@mole.test', approves: false }] },
  });
  const [ina] = await onboarding.web.sql<{ roles: string[]; client_id: string | null }>(
    "select roles, client_id from lb_user where tenant_id = $1 and email = 'ina@mole.test'",
    [tenant.id],
  );
  expect(ina?.roles).toEqual(['user-price']);
  expect(ina?.client_id).not.toBeNull();
  expect(await tenant.count('department_approver')).toBe(0);
});

test('VAL-45 API-36 reports problems of all fields at once, and saves nothing', async () => {
  const tenant = await onboarding.newTenant();
  const wrong = {
    company: { ...company, zipcode: ' ' },
    departments: [{ name: '' }],
    cost_centers: [{ number: '1/2', name: 'x', budget: '-5' }],
    people: [{ name: 'x', email: 'x', approves: true }],
  };
  const answer = await tenant.post({ mode: 'custom', selection: wrong });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.json<{ fields: object }>().fields).toSorted()).toEqual([
    'company.zipcode',
    'cost_centers.0.budget',
    'cost_centers.0.number',
    'departments.0.name',
    'people.0.email',
  ]);
  expect((await tenant.get()).json()).toMatchObject({ mode: null, has_company: false });
});

test.each([
  [{}],
  [{ mode: 'all' }],
  [{ mode: 'custom', selection: [] }],
  [{ mode: 'custom', selection: { tables: ['lb_user'] } }],
  [{ mode: 'custom', selection: { accounts: { chart: 'skr49', numbers: [] } } }],
  [
    {
      mode: 'custom',
      selection: { people: [{ name: 'x', email: 'x@x.test', approves: true, roles: ['user-admin'] }] },
    },
  ],
  [{ mode: 'custom', selection: { departments: Array.from({ length: 300 }, () => ({ name: 'x' })) } }],
])('API-36 refuses the body %j', async (body) => {
  const tenant = await onboarding.newTenant();
  const answer = await tenant.post(body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await tenant.count('onboarding')).toBe(0);
});

test('ONB-01 mode "none" ends the questions, and can be changed later', async () => {
  const tenant = await onboarding.newTenant();
  expect((await tenant.post({ mode: 'none' })).json()).toMatchObject({ mode: 'none', has_company: false });
  expect((await tenant.post({ mode: 'full' })).json()).toMatchObject({ mode: 'full', sample: 88 });
  expect((await tenant.post({ mode: 'none' })).json()).toMatchObject({ mode: 'full', sample: 88 });
});

test('ONB-04 GEN-02 only administrators set up a tenant, and only their own', async () => {
  const tenant = await onboarding.newTenant();
  const other = await onboarding.newTenant();
  await tenant.post({ mode: 'custom', selection });
  const frank = await onboarding.person('frank@mole.test');
  for (const method of ['GET', 'POST'] as const) {
    const answer = await frank.send({
      method,
      url: '/api/onboarding',
      ...(method === 'POST' && { payload: { mode: 'full' } }),
    });
    expect(answer.status).toBe(403);
  }
  expect((await frank.send({ method: 'DELETE', url: '/api/onboarding/sample' })).status).toBe(403);
  expect((await onboarding.send({ method: 'GET', url: '/api/onboarding' })).status).toBe(401);
  expect((await other.get()).json()).toMatchObject({
    mode: null,
    has_company: false,
    counts: { lb_user: 1 },
  });
  expect((await other.remove()).json()).toEqual({ removed: 0, kept: [] });
});
