import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Row } from '../../../entity/entity.ts';
import { fieldProblems, normalRow } from '../../../entity/problems.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { tenantColumns, tenantFields } from '../settings.ts';

const inputs = { flag: z.boolean(), day: z.string().meta({ scalar: 'date' }), number: z.number().int() };

/** Every column may be left out, which leaves it as it is, or emptied. */
const columns = Object.fromEntries(
  tenantColumns.map((name) => {
    const { input } = tenantFields[name].kind;
    const type = input in inputs ? inputs[input as keyof typeof inputs] : z.string();
    return [name, type.nullable().optional()];
  }),
);

/**
 * Sets what administrators set of their tenant (SET-04, VAL-39). A generic update will not do: accounts are not
 * among the columns that everybody reads.
 */
export const saveTenant: Command = command({
  name: 'tenant_save',
  description:
    'Sets columns of the own tenant; for administrators. Columns that are left out stay as they are.',
  input: z.object({ set: z.object(columns) }),
  result: 'tenant',
  kinds: ['admin'],
  run: async (tx, context, { set }) => {
    const writer = tx.as('writer');
    const before = await writer.one<Row>(
      `select ${tenantColumns.join(', ')} from tenant where id = $1 for no key update`,
      [context.tenantId],
    );
    const given = Object.entries(set as Row).filter(([, value]) => value !== undefined);
    const changed = normalRow(tenantFields, Object.fromEntries(given));
    const problems = fieldProblems(tenantFields, { ...before, ...changed }).filter(
      ({ field }) => field in changed,
    );
    if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
    const names = Object.keys(changed);
    if (names.length > 0) {
      const places = names.map((name, place) => `${name} = $${place + 2}`);
      await writer.query(`update tenant set ${places.join(', ')} where id = $1`, [
        context.tenantId,
        ...Object.values(changed),
      ]);
    }
    return { id: context.tenantId };
  },
});
