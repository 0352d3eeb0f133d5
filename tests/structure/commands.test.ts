import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandArguments } from '../../src/document/command-arguments.ts';
import { actionInputs } from '../../src/features/procurement/server/input.ts';

const schema = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');

test('API-39 the browser reads the arguments of every document command from the printed schema', () => {
  const { procurement = {} } = commandArguments(schema);
  const carts = ['take_cart_items', 'leave_cart_items', 'delete_cart', 'change_marketplace'];
  const actions = ['save', 'delete_draft', 'copy', 'close_invoicing', ...carts, ...Object.keys(actionInputs)];
  expect(Object.keys(procurement).toSorted()).toEqual(actions.toSorted());
  expect(procurement.decline).toEqual({
    comment: 'String',
    expected_version: 'Int!',
    id: 'bigint!',
    idempotency_key: 'uuid!',
    person_id: 'bigint',
  });
  expect(procurement.save?.lines).toBe('[procurement_save_lines_input!]');
});

test('mutations without a key or without a document as answer are no commands', () => {
  const commands = commandArguments(`
    type mutation_root {
      delete_procurement(id: bigint!): procurement
      hand_over(idempotency_key: uuid!): job
      invoice_pay(idempotency_key: uuid!): invoice
    }`);
  expect(commands).toEqual({ invoice: { pay: { idempotency_key: 'uuid!' } } });
});
