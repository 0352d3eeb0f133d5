import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDepth, longestTest } from '../../../../tests/support/depth.ts';
import { type Directory, openDirectory, postedPerson } from '../../../../tests/support/directory.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';

let two: TwoAdministrators;
let directory: Directory;

beforeAll(async () => {
  two = await openTwoAdministrators();
  directory = await openDirectory(two, { isPatient: true });
});
afterAll(() => two?.close());

const people = inDepth(40, 5_000);
/** Concurrent requests of the directory. */
const lanes = 3;

/** Calls for each number, a few at once; returns the answers in order. */
async function each<T>(run: (number: number) => Promise<T>): Promise<readonly T[]> {
  const answers: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < people) {
      const number = next;
      next += 1;
      answers[number] = await run(number);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}

const counted = async (condition: string) => {
  const [row] = await two.setup.demo.web.sql<{ count: number }>(
    `select count(*)::integer as count from lb_user where tenant_id = $1 and email like 'viele%' and ${condition}`,
    [two.tenant],
  );
  return row?.count;
};

describe('AUTH-33 the directory of a large company', () => {
  test(
    'creates, finds, changes and blocks everybody, and a page of the list stays small',
    async () => {
      const created = await each((number) => directory.person(`viele${number}`));
      expect(new Set(created).size).toBe(people);
      expect(await counted('not blocked')).toBe(people);

      await each(async (number) => {
        const filter = encodeURIComponent(`userName eq "viele${number}@firma.example"`);
        const { body } = await directory.call('GET', `Users?filter=${filter}`);
        expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: String(created[number]) }] });
      });
      const changed = await each((number) =>
        directory.call(
          'PUT',
          `Users/${created[number]}`,
          postedPerson(`viele${number}`, { displayName: `Neu ${number}` }),
        ),
      );
      expect(changed.filter(({ status }) => status !== 200)).toEqual([]);
      expect(await counted("name like 'Neu %'")).toBe(people);

      const page = await directory.call('GET', `Users?startIndex=${people - 9}`);
      expect((page.body.Resources as unknown[]).length).toBeLessThanOrEqual(200);

      const blocked = await each((number) =>
        directory.patch(`Users/${created[number]}`, { op: 'replace', value: { active: false } }),
      );
      expect(blocked.filter(({ status }) => status !== 200)).toEqual([]);
      expect(await counted('blocked')).toBe(people);
    },
    longestTest,
  );
});
