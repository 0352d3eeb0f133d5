import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { key } from '../../../document/server/inputs.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

const insertInput = z.object({
  object: z.object({
    type: z.enum(['insert', 'update', 'delete', 'info', 'checkbox']),
    table: z.string().regex(/^[a-z_]{1,63}$/),
    // Reserved for the product's own notes.
    relation_table: z
      .string()
      .regex(/^(?!impersonation$)[a-z_]{1,63}$/)
      .nullish(),
    foreign_key: key(),
    info: z.string().trim().max(255).nullish(),
    affected_properties: z.array(z.string().max(63)).max(200).nullish(),
    data_before: z.unknown().meta({ scalar: 'jsonb' }).optional(),
    data_after: z.unknown().meta({ scalar: 'jsonb' }).optional(),
    random_id: z.string().max(10).nullish(),
  }),
});

type Entry = z.output<typeof insertInput>['object'];

export const auditCommands: readonly Command[] = [
  command({
    name: 'insert_audit_log_one',
    description:
      'Returns the row written by the trigger; only texts of type info and checkbox are stored (API-11, AUD-01).',
    input: insertInput,
    result: 'audit_log',
    run: (tx, context, { object }) => insertOne(tx, context, object),
  }),
];

/**
 * The trigger records every change, so a change reported by a client returns the trigger's row. Free texts are stored
 * for records that the person sees. Refuses `not_found` without such a row or record.
 */
async function insertOne(tx: Tx, context: Context, entry: Entry): Promise<{ id: number }> {
  if (entry.type !== 'info' && entry.type !== 'checkbox') {
    return await tx.one<{ id: number }>(
      `select id from audit_log where "table" = $1 and foreign_key = $2 and lb_user_id = $3 and type = $4
         and created_at > now() - interval '60 seconds' order by id desc limit 1`,
      [entry.table, entry.foreign_key, context.actorId, entry.type],
    );
  }
  const { is_visible } = await tx.one<{ is_visible: boolean }>(
    'select app.sees_record($1, $2) as is_visible',
    [entry.table, entry.foreign_key],
  );
  if (!is_visible) throw new Refused(refuse('not_found', { field: 'object.foreign_key' }));
  const { id } = await tx
    .as('writer')
    .one<{ id: number }>('select app.note_audit($1, $2, $3, $4, $5) as id', [
      entry.type,
      entry.table,
      entry.relation_table ?? entry.table,
      entry.foreign_key,
      entry.info ?? '',
    ]);
  return { id };
}
