import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isDue,
  noteTourMutation,
  restartToursMutation,
  type ToursAnswer,
  toursOf,
  toursQuery,
} from '../../src/features/help/tour-queries.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';

let demo: DemoApi;
let requester: Caller;
let admin: Caller;

beforeAll(async () => {
  demo = await demoApi();
  [requester, admin] = await Promise.all([
    demo.person('requester@demo.test'),
    demo.person('admin@demo.test'),
  ]);
});
afterAll(() => demo.close());

const toursAs = async (who: Caller, of: Caller = who) =>
  toursOf(await who.get<ToursAnswer>(toursQuery, { me: of.context.userId }));

async function seen(who: Caller, of: Caller = who): Promise<readonly string[]> {
  return [...(await toursAs(who, of)).seen].sort();
}

describe('ONB-05 ONB-06 DATA-42 tours seen by a person', () => {
  test('a tour is recorded once per person, even if it ends repeatedly', async () => {
    for (const page of ['tasks', 'request']) await requester.get(noteTourMutation, { page });
    expect((await requester.refusal(noteTourMutation, { page: 'tasks' })).code).toBe('unique_violation');
    // Two windows at the same moment: the later one gets the refusal.
    const answers = await Promise.all([1, 2].map(() => requester.ask(noteTourMutation, { page: 'invoice' })));
    const codes = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code));
    expect(codes).toEqual(['unique_violation']);
    await admin.get(noteTourMutation, { page: 'tasks' });
    expect(await seen(requester)).toEqual(['invoice', 'request', 'tasks']);
    expect(await seen(admin)).toEqual(['tasks']);
    expect(await seen(admin, requester)).toEqual([]);
  });

  test('cannot be recorded or reset for another person, and page names are limited', async () => {
    const forOther = `mutation ($page: String!, $other: bigint!) {
      insert_tour_one(object: { page: $page, lb_user_id: $other }) { id } }`;
    const other = requester.context.userId;
    expect((await admin.refusal(forOther, { page: 'contract', other })).code).toBe('permission_denied');
    const deleted = await admin.get<{ delete_tour: { affected_rows: number } }>(
      'mutation ($other: bigint!) { delete_tour(where: { lb_user_id: { _eq: $other } }) { affected_rows } }',
      { other },
    );
    expect(deleted.delete_tour.affected_rows).toBe(0);
    expect(await seen(requester)).toHaveLength(3);
    const tooLong = await admin.refusal(noteTourMutation, { page: 'x'.repeat(256) });
    expect(tooLong.code).not.toBe('unexpected');
  });

  test('a restart resets one’s own tours and shows them again', async () => {
    const me = requester.context.userId;
    await demo.db.sql('update lb_user set show_tour = false where id = $1', [me]);
    await requester.get(restartToursMutation, { me });
    expect(await seen(requester)).toEqual([]);
    expect(await seen(admin)).toEqual(['tasks']);
    expect(await demo.db.sql('select show_tour from lb_user where id = $1', [me])).toEqual([
      { show_tour: true },
    ]);
  });

  test('a tour is due if the tenant offers it and the person wants it and has not seen it', async () => {
    const { tenantId, userId } = admin.context;
    const due = async (page: string) => isDue(await toursAs(admin), page);
    expect([await due('request'), await due('tasks')]).toEqual([true, false]);
    await demo.db.sql('update lb_user set show_tour = false where id = $1', [userId]);
    expect(await due('request')).toBe(false);
    await demo.db.sql('update lb_user set show_tour = true where id = $1', [userId]);
    await demo.db.sql(
      "insert into configuration (tenant_id, key, model, value) values ($1, 'onboarding_tour', 'boolean', 'false')",
      [tenantId],
    );
    expect(await due('request')).toBe(false);
  });
});
