import { z } from 'zod';
import { languages } from '../../../base/language.ts';
import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';
import { key, optionalKey, repeatable } from '../../../document/server/inputs.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { type Context, hasRole, isAuditor } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { once } from '../../../platform/server/idempotency.ts';
import { type ExportContent, exportContent, fileFormats } from '../content.ts';
import { nextRun, type Rhythm, rhythms } from '../rhythm.ts';
import { orderRun } from './runs.ts';

const saveInput = z.object({
  ...repeatable,
  /** Without it, a new one. */
  id: optionalKey(),
  name: z.string().trim().max(200),
  content: z.unknown().meta({ scalar: 'jsonb' }),
  format: z.enum(fileFormats),
  language: z.enum(languages),
  rhythm: z.enum(rhythms),
  at_minute: z.number().int(),
  weekdays: z.array(z.number().int()).max(7),
  month_day: z.number().int().nullish(),
  /** Without it, the own address of the owner. */
  destination_id: optionalKey(),
  /** Of a new one: a service account, for administrators; without it, the person himself. */
  owner_id: optionalKey(),
});

type Wish = z.output<typeof saveInput>;

/** Whether the lists and master data of the product have such a content. */
export type ContentCheck = (content: ExportContent) => readonly FieldProblem[];

const longestName = 60;
const lastMinute = 24 * 60 - 1;
/** Scheduled exports of one owner, so that nobody keeps the workers busy for himself. */
const mostOfOwner = 50;

/** Regular exports are set up by the person himself, not by somebody who acts for him (AUTH-29). */
export function scheduledExportCommands(problemsOfContent: ContentCheck): readonly Command[] {
  return [
    command({
      name: 'scheduled_export_save',
      description: 'Saves a regular export; a new one without an id.',
      input: saveInput,
      result: 'scheduled_export',
      act: 'four_eyes',
      run: (tx, context, input) =>
        once(tx, context, 'scheduled_export_save', input, () => save(tx, context, input, problemsOfContent)),
    }),
    command({
      name: 'scheduled_export_switch',
      description: 'Switches a regular export on or off; administrators switch off those of others.',
      input: z.object({ ...repeatable, id: key(), active: z.boolean() }),
      result: 'scheduled_export',
      act: 'four_eyes',
      run: (tx, context, input) =>
        once(tx, context, 'scheduled_export_switch', input, () =>
          switchExport(tx, context, input.id, input.active),
        ),
    }),
    command({
      name: 'scheduled_export_run',
      description: 'Makes and sends the file of a regular export at once.',
      input: z.object({ ...repeatable, id: key() }),
      result: 'scheduled_export',
      act: 'four_eyes',
      run: (tx, context, input) =>
        once(tx, context, 'scheduled_export_run', input, async () => {
          await findOwn(tx, context, input.id);
          await orderRun(tx.as('writer'), input.id);
          return { id: input.id };
        }),
    }),
  ];
}

async function save(
  tx: Tx,
  context: Context,
  wish: Wish,
  problemsOfContent: ContentCheck,
): Promise<{ id: number }> {
  if (isAuditor(context)) throw new Refused(refuse('permission_denied'));
  const stored = wish.id ? await findOwn(tx, context, wish.id) : null;
  const ownerId = stored?.lb_user_id ?? wish.owner_id ?? context.userId;
  const isOwn = ownerId === context.userId;
  const content = exportContent.safeParse(wish.content);
  const problems = [
    ...ruleProblems(wish),
    ...(content.success
      ? problemsOfContent(content.data)
      : [{ field: 'content', code: 'invalid_type' } as const]),
    ...(isOwn || (await isServiceAccount(tx, context, ownerId)) ? [] : [notSelectable('owner_id')]),
    ...(await destinationProblems(tx, wish, isOwn)),
    ...(stored === null ? await countProblems(tx, ownerId) : []),
  ];
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
  const rhythm: Rhythm = {
    ...{ rhythm: wish.rhythm, at_minute: wish.at_minute },
    weekdays: wish.rhythm === 'weekly' ? [...new Set(wish.weekdays)].toSorted() : [],
    month_day: wish.rhythm === 'monthly' ? (wish.month_day ?? null) : null,
  };
  const { now, zone } = await moment(tx);
  const values = [
    ...[context.tenantId, wish.name, ownerId, JSON.stringify(content.data), wish.format, wish.language],
    ...[rhythm.rhythm, rhythm.at_minute, rhythm.weekdays, rhythm.month_day, wish.destination_id ?? null],
  ];
  const next = nextRun(rhythm, now, zone);
  const writer = tx.as('writer');
  if (stored === null)
    return await writer.one<{ id: number }>(
      `insert into scheduled_export (tenant_id, name, lb_user_id, content, format, language, rhythm, at_minute, weekdays,
         month_day, export_destination_id, next_run_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
      [...values, next],
    );
  return await writer.one<{ id: number }>(
    `update scheduled_export set name = $2, lb_user_id = $3, content = $4, format = $5, language = $6, rhythm = $7,
       at_minute = $8, weekdays = $9, month_day = $10, export_destination_id = $11, next_run_at = case when active then $12::timestamptz end
     where tenant_id = $1 and id = $13 returning id`,
    [...values, next, stored.id],
  );
}

function ruleProblems(wish: Wish): readonly FieldProblem[] {
  const { name, rhythm, at_minute, weekdays, month_day = null } = wish;
  const isBetween = (value: number | null, from: number, to: number): boolean =>
    value !== null && value >= from && value <= to;
  const bad = (field: string): FieldProblem => ({ field, code: 'invalid_type' });
  return [
    ...(name === '' ? [{ field: 'name', code: 'field_required' } as const] : []),
    ...(name.length > longestName
      ? [{ field: 'name', code: 'value_too_long', values: { max: longestName } } as const]
      : []),
    ...(isBetween(at_minute, 0, lastMinute) ? [] : [bad('at_minute')]),
    ...(rhythm === 'weekly' && weekdays.length === 0
      ? [{ field: 'weekdays', code: 'field_required' } as const]
      : []),
    ...(weekdays.every((day) => isBetween(day, 1, 7)) ? [] : [bad('weekdays')]),
    ...(rhythm === 'monthly' && !isBetween(month_day, 0, 31) ? [bad('month_day')] : []),
  ];
}

const notSelectable = (field: string): FieldProblem => ({ field, code: 'not_selectable' });

/** A service account has no address, so that its files need a destination. */
async function destinationProblems(tx: Tx, wish: Wish, isOwn: boolean): Promise<readonly FieldProblem[]> {
  const { destination_id: id = null } = wish;
  if (id === null) return isOwn ? [] : [{ field: 'destination_id', code: 'field_required' }];
  const found = await tx.maybeOne('select id from export_destination where id = $1 and active', [id]);
  return found === undefined ? [notSelectable('destination_id')] : [];
}

async function countProblems(tx: Tx, ownerId: number): Promise<readonly FieldProblem[]> {
  const { count } = await tx
    .as('writer')
    .one<{ count: number }>('select count(*)::int as count from scheduled_export where lb_user_id = $1', [
      ownerId,
    ]);
  return count < mostOfOwner
    ? []
    : [{ field: 'name', code: 'export_count_exceeded', values: { max: mostOfOwner } }];
}

interface StoredExport {
  readonly id: number;
  readonly lb_user_id: number;
}

/** An export of the person, or of a service account for administrators; refuses `not_found` otherwise. */
async function findOwn(tx: Tx, context: Context, id: number): Promise<StoredExport> {
  const found = await tx.one<StoredExport>('select id, lb_user_id from scheduled_export where id = $1', [id]);
  const isOwn =
    found.lb_user_id === context.userId || (await isServiceAccount(tx, context, found.lb_user_id));
  if (!isOwn) throw new Refused(refuse('permission_denied'));
  return found;
}

/** Whether an administrator may let this account be an owner. */
async function isServiceAccount(tx: Tx, context: Context, id: number): Promise<boolean> {
  if (!hasRole(context, 'user-admin')) return false;
  const found = await tx
    .as('writer')
    .maybeOne('select id from lb_user where id = $1 and is_service and not is_directory and active', [id]);
  return found !== undefined;
}

/** Nobody but the owner lets files leave in the owner's name again. */
async function switchExport(tx: Tx, context: Context, id: number, active: boolean): Promise<{ id: number }> {
  const isForeignEnd = !active && hasRole(context, 'user-admin');
  if (!isForeignEnd) await findOwn(tx, context, id);
  const rhythm = await tx.one<Rhythm>(
    'select rhythm, at_minute, weekdays, month_day from scheduled_export where id = $1',
    [id],
  );
  const { now, zone } = await moment(tx);
  await tx
    .as('writer')
    .fixed(
      `update scheduled_export set active = $2, is_stopped = false, next_run_at = $3 where id = $1 and active <> $2`,
      [id, active, active ? nextRun(rhythm, now, zone) : null],
    );
  return { id };
}

async function moment(tx: Tx): Promise<{ readonly now: Date; readonly zone: string }> {
  const { now, zone } = await tx.one<{ now: string | Date; zone: string }>(
    'select now() as now, app.time_zone() as zone',
  );
  return { now: new Date(now), zone };
}
