import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isArchive } from '../../base/csv-reading.ts';
import { Refused, refuse } from '../../base/refusal.ts';
import { uploadLimitBytes } from '../../platform/constants.ts';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/server/database.ts';
import { storeFile } from '../../platform/server/files/files.ts';
import { receiveForm, uploadLimits } from '../../platform/server/files/files-upload.ts';
import { type HttpServer, inScope } from '../../platform/server/http/http.ts';
import { takeForms } from '../../platform/server/http/http-forms.ts';
import { uploadPot } from '../../platform/server/http/http-pots.ts';
import { type Authentication, contextOf } from '../../platform/server/http/request-context.ts';
import { once, sentKey } from '../../platform/server/idempotency.ts';
import { enqueueJob } from '../../platform/server/jobs/jobs.ts';
import { permitModule } from '../../platform/server/modules.ts';
import { requireRole } from '../../platform/server/required-role.ts';
import type { Entity } from '../entity.ts';
import {
  type ImportOrder,
  type ImportSettings,
  importAnswer,
  importOrder,
  importSettings,
} from '../import-order.ts';
import { sheetEntity } from '../sheet/first-child.ts';
import { tableText } from './table-text.ts';

export const importJob = 'import';

/** Enough for the settings of a form with two hundred columns and their field names. */
const settingsBytes = 16 * 1024;
const limits = { ...uploadLimits, fieldSize: settingsBytes };

export interface ImportRoute {
  readonly database: Database;
  readonly entities: ReadonlyMap<string, Entity>;
}

/**
 * `POST /api/import/{entity}` (ADM-20): accepts a CSV or XLSX file and answers the id of the job that imports it. Other
 * files are refused immediately. `POST /api/table` answers the text of such a file as CSV (SHEET-19). With `idempotency_key` in the form, or the header, a repeated request answers the first
 * job (SHEET-21).
 */
export function registerImport(
  app: HttpServer,
  { database, entities }: ImportRoute,
  authentication: Authentication,
): void {
  const asked = (request: FastifyRequest): readonly [Context, Entity] => {
    const context = contextOf(request);
    const entity = entities.get((request.params as { entity: string }).entity);
    requireRole(context, 'user-admin');
    if (!entity) throw new Refused(refuse('not_found'));
    return [context, entity];
  };
  app.post('/api/import/:entity/again', { onRequest: authentication.requirePerson }, (request) =>
    answerImport(database, ...asked(request), request.body),
  );
  inScope(app, async (scope) => {
    await takeForms(scope);
    scope.post(
      '/api/table',
      { onRequest: authentication.requirePerson, bodyLimit: uploadLimitBytes + 2 * settingsBytes },
      uploadPot(async (request) => {
        const { tenantId } = contextOf(request);
        return { text: await tableText(tenantId, (await sentFile(request)).file) };
      }),
    );
    scope.post(
      '/api/import/:entity',
      { onRequest: authentication.requirePerson, bodyLimit: uploadLimitBytes + 2 * settingsBytes },
      uploadPot(async (request) => {
        const [context, entity] = asked(request);
        const { values, file } = await sentFile(request);
        const key = sentKey(request.headers['idempotency-key'] ?? values.idempotency_key) ?? randomUUID();
        const settings = settingsOf(values.settings, entity);
        const bytes = await csvBytes(context, file);
        return await queue(database, context, key, { entity, settings, bytes });
      }),
    );
  });
}

export const importAgain = importAnswer.extend({
  job: z.number().int().positive(),
  idempotency_key: z.uuid(),
});

/**
 * `POST /api/import/{entity}/again`: answers the question of an earlier import of the person (ADM-20, PROC-43), or tries
 * one again that failed. A new job imports the file; its id is answered. A file that was imported cannot be repeated.
 */
async function answerImport(
  database: Database,
  context: Context,
  entity: Entity,
  body: unknown,
): Promise<{ id: number }> {
  const answer = importAgain.safeParse(body);
  if (!answer.success) throw new Refused(refuse('validation_failed', { field: 'job' }));
  const { job, idempotency_key, ...answers } = answer.data;
  return database.inTenant(context, async (tx) => {
    if (entity.module) await permitModule(tx, entity.module);
    const writer = tx.as('writer');
    const input = { idempotency_key, job, ...answers };
    return once(tx, context, 'import_again', input, async () => {
      const asked = await writer.maybeOne<{ input: unknown; state: 'done' | 'failed' }>(
        `select j.input, j.state from job j join file f on f.id = (j.input ->> 'file_id')::uuid
         where j.id = $1 and j.kind = $2 and j.lb_user_id = $3 and j.state in ('done', 'failed') and j.input ->> 'entity' = $4`,
        [job, importJob, context.userId, entity.table],
      );
      if (!asked) throw new Refused(refuse('not_found'));
      const former = importOrder.parse(asked.input);
      const order: ImportOrder = {
        ...former,
        right_only: former.right_only || answers.right_only,
        waiting_told: former.waiting_told || answers.waiting_told,
        // The answered question has shown them; a failed import has shown nothing.
        show_differences: asked.state === 'failed' && former.show_differences,
      };
      return { id: await enqueueJob(writer, importJob, order) };
    });
  });
}

async function sentFile(
  request: FastifyRequest,
): Promise<{ readonly values: Readonly<Record<string, string>>; readonly file: Buffer }> {
  const { values, file } = await receiveForm(request, limits);
  if (!file || file.bytes.length === 0) {
    throw new Refused(refuse('specific_field_required', { field: 'file', values: { field: 'file' } }));
  }
  return { values, file: file.bytes };
}

/** A CSV file as it is, a spreadsheet as CSV. */
async function csvBytes({ tenantId }: Context, bytes: Buffer): Promise<Buffer> {
  const text = await tableText(tenantId, bytes);
  return isArchive(bytes) ? Buffer.from(text) : bytes;
}

function settingsOf(text: string | undefined, entity: Entity): ImportSettings {
  const settings = importSettings.safeParse(parsed(text));
  const columns = sheetEntity(entity).sheet;
  const isKnown = (name: string | null): boolean => name === null || columns.includes(name);
  if (!settings.success || !(settings.data.columns ?? []).every(isKnown)) {
    throw new Refused(refuse('validation_failed', { field: 'settings' }));
  }
  return settings.data;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
}

interface SentFile {
  readonly entity: Entity;
  readonly settings: ImportSettings;
  readonly bytes: Buffer;
}

async function queue(
  database: Database,
  context: Context,
  key: string,
  sent: SentFile,
): Promise<{ id: number }> {
  const { entity, settings, bytes } = sent;
  const content = createHash('sha256').update(bytes).digest('hex');
  const input = { idempotency_key: key, entity: entity.table, settings, content };
  return database.inTenant(context, async (tx) => {
    if (entity.module) await permitModule(tx, entity.module);
    return once(tx, context, 'import', input, async () => ({ id: await store(tx, context, sent) }));
  });
}

async function store(tx: Tx, context: Context, { entity, settings, bytes }: SentFile): Promise<number> {
  const writer = tx.as('writer');
  const fileId = await storeFile(writer, {
    tenantId: context.tenantId,
    name: `${entity.table}.csv`,
    mime: 'text/csv',
    bytes,
    receivedBy: 'import',
    createdById: context.userId,
    showsAmounts: entity.sheet.some((name) => entity.fields[name]?.price),
  });
  const order: ImportOrder = { ...settings, entity: entity.table, file_id: fileId };
  return enqueueJob(writer, importJob, order);
}
