import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { receiveForm, uploadLimits } from '../../../../platform/server/files/files-upload.ts';
import { type HttpServer, inScope } from '../../../../platform/server/http/http.ts';
import { takeForms } from '../../../../platform/server/http/http-forms.ts';
import { uploadPot } from '../../../../platform/server/http/http-pots.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { isRowId } from '../../../../platform/server/http/row-id.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import {
  type ChosenEntries,
  chosenEntries,
  creditorExportOrder,
  type Marked,
  type MasterDataPreview,
} from '../../master-data/preview.ts';
import { applyMasterData } from './apply.ts';
import { exportCreditors } from './export.ts';
import { companyOf, markOf, planOf, type ReadFile, readMasterData } from './planning.ts';
import { wrongAccounts } from './wrong-accounts.ts';

/** Enough for the keys and marks of the maximum number of rows. */
const chosenBytes = 1024 * 1024;
const limits = { ...uploadLimits, fieldSize: chosenBytes };

interface Parts {
  readonly database: Database;
  readonly authentication: Authentication;
}

/**
 * `POST /api/datev/master-data/preview` and `/apply` take a form of `client_id`, `file` and, to apply, `chosen`; the
 * file is not stored in between. `/export` takes `{ client_id }` (EXP-25). `GET /api/datev/wrong-accounts` lists
 * bookings exported with wrong accounts (EXP-10). For administrators only.
 */
export function registerMasterDataOfDatev(app: HttpServer, { database, authentication }: Parts): void {
  inScope(app, async (scope) => {
    await takeForms(scope);
    const options = {
      onRequest: authentication.requirePerson,
      bodyLimit: uploadLimitBytes + 2 * chosenBytes,
    };
    scope.post(
      '/api/datev/master-data/preview',
      options,
      uploadPot(async (request): Promise<MasterDataPreview> => {
        const { file, clientId } = await receiveFile(request);
        return await database.inTenant(contextOf(request), async (tx) => {
          const company = await companyOf(tx, contextOf(request), clientId);
          const { agreeing, ...plan } = await planOf(tx, file, company);
          return {
            subject: file.subject,
            added: plan.added.map(marked),
            changed: plan.changed.map(marked),
            missing: plan.missing.map(marked),
            agreeing: agreeing.length,
            skipped: file.reader.skipped,
            problems: file.reader.problems,
            problemCount: file.reader.problemCount,
          };
        });
      }),
    );
    scope.post(
      '/api/datev/master-data/apply',
      options,
      uploadPot(async (request) => {
        const { file, clientId, chosen } = await receiveFile(request);
        return await database.inTenant(contextOf(request), (tx) =>
          applyMasterData(tx, contextOf(request), { file, clientId, chosen }),
        );
      }),
    );
  });
  app.get('/api/datev/wrong-accounts', { onRequest: authentication.requirePerson }, async (request) => {
    const context = contextOf(request);
    return await database.inTenant(context, (tx) => wrongAccounts(tx, context));
  });
  app.post('/api/datev/master-data/export', { onRequest: authentication.requirePerson }, async (request) => {
    const { client_id } = bodyOf(request, creditorExportOrder);
    const context = contextOf(request);
    return await database.inTenant(context, (tx) => exportCreditors(tx, context, client_id));
  });
}

interface ReceivedMasterData {
  readonly file: ReadFile;
  readonly clientId: number;
  readonly chosen: ChosenEntries;
}

/** Reads the form after checking the right of its sender. */
async function receiveFile(request: FastifyRequest): Promise<ReceivedMasterData> {
  const context = contextOf(request);
  requireRole(context, 'user-admin');
  const { values, file } = await receiveForm(request, limits);
  if (!file || file.bytes.length === 0)
    throw new Refused(refuse('specific_field_required', { field: 'file', values: { field: 'file' } }));
  const clientId = isRowId(values.client_id ?? '') ? Number(values.client_id) : 0;
  if (clientId === 0)
    throw new Refused(
      refuse('specific_field_required', { field: 'client_id', values: { field: 'client_id' } }),
    );
  return { file: await readMasterData(file.bytes), clientId, chosen: chosenOf(values.chosen) };
}

function chosenOf(text: string | undefined): ChosenEntries {
  const parsed = chosenEntries.safeParse(json(text ?? '{}'));
  if (!parsed.success) throw new Refused(refuse('validation_failed', { field: 'chosen' }));
  return parsed.data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function marked<Entry extends Parameters<typeof markOf>[0]>(entry: Entry): Marked<Entry> {
  return { ...entry, mark: markOf(entry) };
}
