import { expect, test } from 'vitest';
import { shopsFor } from './carts.ts';

const shop = (id: number, ...companies: readonly number[]) => ({
  ...{ id, name: `Markt ${id}` },
  client_marketplaces: companies.map((client_id) => ({ client_id })),
});
const marketplace = [shop(1), shop(2, 7), shop(3, 8, 9)];

test.each([
  ['a company with a shop limited to it', 7, [{ punchout_enabled: true }], [1, 2]],
  ['another company', 9, [{ punchout_enabled: true }], [1, 3]],
  ['a company without a limited shop', 5, [{ punchout_enabled: true }], [1]],
  ['a form without a company', null, [], [1]],
  ['SET-06 a company switched off for shopping', 7, [{ punchout_enabled: false }], []],
])('PUN-15 offered shops: %s', (_, company, client, ids) => {
  expect(shopsFor(company, { marketplace, client }).map(({ id }) => id)).toEqual(ids);
});
