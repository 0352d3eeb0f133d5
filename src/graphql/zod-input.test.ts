import { GraphQLObjectType, GraphQLSchema, GraphQLString, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isRefusal } from '../base/refusal.ts';
import { parseInput, ZodInputs } from './zod-input.ts';

const input = z.object({
  id: z.number().int().meta({ scalar: 'bigint' }),
  expected_version: z.int(),
  name: z.string().min(1).optional(),
  day: z.iso.date().nullable(),
  at: z.iso.datetime().optional(),
  key: z.uuid(),
  amount: z.string().meta({ scalar: 'numeric' }).optional(),
  factor: z.number().optional(),
  flag: z.boolean().default(false),
  kind: z.enum(['item', 'freight']),
  roles: z.array(z.enum(['user-admin'])).optional(),
  lines: z.array(
    z.object({
      quantity: z.string().meta({ scalar: 'numeric' }),
      notes: z.object({ text: z.string() }).optional(),
    }),
  ),
  extra: z.record(z.string(), z.unknown()).optional(),
  trimmed: z
    .string()
    .trim()
    .transform((text) => text.length)
    .optional(),
});

describe('TECH-08 zod objects as GraphQL input', () => {
  it('become arguments with the types implied by the checks', () => {
    const args = new ZodInputs().arguments('save', input);
    const query = new GraphQLObjectType({
      name: 'query_root',
      fields: { save: { type: GraphQLString, args } },
    });
    const printed = printSchema(new GraphQLSchema({ query }));
    expect(printed).toContain(
      'save(id: bigint!, expected_version: Int!, name: String, day: date, at: timestamptz, key: uuid!, amount: numeric, factor: Float, ' +
        'flag: Boolean, kind: save_kind_enum!, roles: [String!], lines: [save_lines_input!]!, extra: jsonb, trimmed: String): String',
    );
    expect(printed).toContain(
      'input save_lines_input {\n  quantity: numeric!\n  notes: save_lines_notes_input\n}',
    );
    expect(printed).toContain('enum save_kind_enum {\n  item\n  freight\n}');
  });

  const good = {
    id: 1,
    expected_version: 2,
    day: null,
    key: '018f4e9c-0000-7000-8000-000000000000',
    kind: 'item',
    lines: [],
  };

  it('accept null for optional values, as clients send it', () => {
    expect(
      parseInput(input, { ...good, name: null, flag: null, lines: [{ quantity: '1', notes: null }] }),
    ).toMatchObject({
      id: 1,
      day: null,
      flag: false,
      lines: [{ quantity: '1' }],
    });
  });

  it('report codes and values of problems', () => {
    const refine = input.check((context) => {
      if (context.value.id === 7)
        context.issues.push({
          code: 'custom',
          input: 7,
          path: ['id'],
          params: { code: 'not_found', values: { n: 7 } },
        });
    });
    const refused = parseInput(refine, { ...good, id: 7, lines: [] });
    expect(isRefusal(refused) && refused).toMatchObject({ code: 'not_found', field: 'id', values: { n: 7 } });
    const several = parseInput(input, { ...good, name: '', kind: 'x', lines: [{}] });
    expect(isRefusal(several) && several.problems).toEqual([
      { field: 'name', code: 'specific_field_required' },
      { field: 'kind', code: 'invalid_type', values: { type: 'enum' } },
      { field: 'lines.0.quantity', code: 'specific_field_required' },
    ]);
  });
});
