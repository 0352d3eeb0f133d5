import pg from 'pg';
import { z } from 'zod';
import type { Day } from '../../../base/day.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Row } from '../../../entity/entity.ts';
import { fieldProblems, normalRow } from '../../../entity/problems.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { bankProblems, mandateKey } from '../mandate-rules.ts';
import { tenantColumns, tenantFields } from '../settings.ts';

const inputs = { flag: z.boolean(), day: z.string().meta({ scalar: 'date' }), number: z.number().int() };

/** Omitted columns keep their values; null clears a column. */
const columns = Object.fromEntries(
  tenantColumns.map((name) => {
    const { input } = tenantFields[name].kind;
    const type = input in inputs ? inputs[input as keyof typeof inputs] : z.string();
    return [name, type.nullable().optional()];
  }),
);

/**
 * Sets the columns that administrators may set of their tenant (SET-04, VAL-39). A generic update is not possible:
 * accounts are not among the columns that everybody reads.
 */
export const saveTenant: Command = command({
  name: 'tenant_save',
  description: 'Sets columns of the own tenant; for administrators. Omitted columns remain unchanged.',
  input: z.object({ set: z.object(columns) }),
  result: 'tenant',
  kinds: ['admin'],
  run: async (tx, context, { set }) => {
    const writer = tx.as('writer');
    const before = await writer.one<Row>(
      `select sepa_last_use, ${tenantColumns.join(', ')} from tenant where id = $1 for no key update`,
      [context.tenantId],
    );
    const given = Object.entries(set as Row).filter(([, value]) => value !== undefined);
    const changed = normalRow(tenantFields, Object.fromEntries(given));
    const after = { ...before, ...changed };
    const ofFields = fieldProblems(tenantFields, after).filter(({ field }) => field in changed);
    const problems = ofFields.length > 0 ? ofFields : bankProblems(before, after, await today(writer));
    if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
    const names = Object.keys(changed);
    if (names.length > 0) {
      const places = names.map((name, place) => `${name} = $${place + 2}`);
      const saving = writer.query(`update tenant set ${places.join(', ')} where id = $1`, [
        context.tenantId,
        ...Object.values(changed),
      ]);
      await orKnownMandate(saving);
    }
    return { id: context.tenantId };
  },
});

/** The current day in the tenant's time zone. */
async function today(tx: Tx): Promise<Day> {
  const { day } = await tx.one<{ day: Day }>('select (now() at time zone app.time_zone())::date as day');
  return day;
}

/** Mandate references are unique among all tenants. */
async function orKnownMandate(saving: Promise<unknown>): Promise<void> {
  try {
    await saving;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== mandateKey) throw error;
    const problems = [{ field: 'sepa_mandate_reference', code: 'unique_violation' }] as const;
    throw new Refused(refuse('validation_failed', { problems }));
  }
}
