import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { Batch } from '../../src/graphql/server/engine.ts';
import type { Graphql, GraphqlRequest } from '../../src/graphql/server/graphql.ts';
import type { Effort } from '../../src/platform/server/fairness/accounts.ts';
import { workFor } from '../../src/platform/server/fairness/work.ts';
import { attacks } from '../support/attacks.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth, someOf } from '../support/depth.ts';

let demo: DemoWeb;
let admin: WebCaller;
let graphql: Graphql;
beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
  graphql = await openGraphql(demo.web.database, demo.web.log.log);
});
afterAll(() => demo.close());

const processorMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The processor time of a batch, and the part charged to the caller, both in milliseconds. */
async function spentOn(requests: readonly GraphqlRequest[]) {
  let counted = 0;
  const spend = (effort: Effort, amount: number) => {
    if (effort === 'loop') counted += amount;
  };
  const batch = new Batch();
  const before = processorMs();
  await workFor({ spend, turn: async () => {} }, async () => {
    for (const request of requests) await graphql.execute(admin.context, request, { batch });
  });
  return { taken: processorMs() - before, counted };
}

/** Accepted batches, as their operations. */
const batches = Object.entries(attacks)
  .filter(([name]) => name.startsWith('batches of'))
  .map(([name, bodies]) => ({
    name,
    all: bodies.map((body): readonly GraphqlRequest[] => JSON.parse(body)),
  }));

const sumOf = <Name extends string>(all: readonly Readonly<Record<Name, number>>[], name: Name) =>
  all.reduce((sum, one) => sum + one[name], 0);

describe("API-48 a request's processor time is charged to the caller", () => {
  test.each(someOf(batches, 2))(
    '$name: two thirds of it, and all but a tenth of a millisecond of small operations',
    async ({ all }) => {
      const [first = [], ...others] = all.slice(0, inDepth(7, 13));
      // Loading and compiling once is not charged to anyone.
      await spentOn(first);
      // Other work of the process counts as uncharged: of three parts the one with the least of it is used.
      const parts = [];
      for (const part of [0, 1, 2]) {
        const own = others.filter((_, place) => place % 3 === part);
        const spent = [];
        for (const requests of own) spent.push(await spentOn(requests));
        const [taken, counted] = [sumOf(spent, 'taken'), sumOf(spent, 'counted')];
        const tolerated = Math.max(taken / 3, own.flat().length / 10);
        parts.push({ taken, counted, beyond: taken - counted - tolerated });
      }
      const reported = parts.map(({ taken, counted }) => `${counted.toFixed(0)} of ${taken.toFixed(0)} ms`);
      console.info(`counted ${reported.join(', ')}`);
      expect(Math.min(...parts.map(({ beyond }) => beyond))).toBeLessThan(0);
      expect(sumOf(parts, 'counted')).toBeLessThanOrEqual(1.05 * sumOf(parts, 'taken'));
    },
  );
});
