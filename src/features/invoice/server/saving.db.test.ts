import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';

let demo: DemoApi;

beforeAll(async () => {
  demo = await demoApi();
});
afterAll(() => demo.close());

interface Saved {
  readonly invoice_save: Readonly<Record<string, unknown>> & {
    readonly id: number;
    readonly timeline: { readonly content_version: number };
  };
}

it('NUM-04 TL-23 PRICE-02 a typed invoice has its number, its check and its net at once, and keeps them', async () => {
  const person = await demo.person('accountant@demo.test');
  const save = async (input: Record<string, unknown>): Promise<Saved['invoice_save']> => {
    const answer = await person.get<Saved>(
      `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
        invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) {
          id status invoice_number_formatted name total_netto total_brutto timeline { content_version } } }`,
      { key: randomUUID(), ...input },
    );
    return answer.invoice_save;
  };
  const made = await save({ head: { name: 'Bohrer', total_brutto: '119', tax: '19' } });
  expect(made).toMatchObject({ status: 'approval', total_netto: 100, total_brutto: 119 });
  expect(made.invoice_number_formatted).toMatch(/^IN-\d{6}$/);
  const { id, timeline, invoice_number_formatted } = made;
  const changed = await save({ id, version: timeline.content_version, head: { total_brutto: '238' } });
  expect(changed).toMatchObject({ id, invoice_number_formatted, name: 'Bohrer', total_netto: 200 });
});
