import { afterAll, beforeAll, expect, it } from 'vitest';
import { monthEndLists } from '../../src/features/month-end/search.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';

let demo: DemoWeb;
let person: WebCaller;
beforeAll(async () => {
  demo = await demoWeb();
  person = await demo.person('admin@demo.test');
});
afterAll(() => demo.close());

it('probe', async () => {
  console.log(
    await demo.web.sql('select kind, count(*), min(day), max(day), sum(net) from order_movement group by 1'),
  );
  for (const list of monthEndLists) {
    const a = await person.send({
      method: 'POST',
      url: '/api/month-end',
      payload: { list, day: '2026-11-25' },
    });
    console.log(a.status, JSON.stringify(a.json(), null, 1).slice(0, 1500));
  }
  expect(1).toBe(1);
});
