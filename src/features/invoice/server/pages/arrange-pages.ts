import { Refused, refuse } from '../../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { answered, once, type Repeatable } from '../../../../platform/server/idempotency.ts';
import { requireModule } from '../../../../platform/server/modules.ts';
import {
  type MadeParts,
  NoParts,
  type PartsFailure,
  type PartsTask,
} from '../../../recognition/page-parts.ts';
import { type PagePlan, pageLimits, planProblem } from '../../page-plan.ts';
import { type FilePage, filePageOf, findSources, readSourceFiles, type SourceFile } from './page-sources.ts';
import { saveArrangement } from './save-arrangement.ts';

const command = 'invoice_arrange_pages';

export interface PageArrangement extends Repeatable {
  readonly invoice_ids: readonly number[];
  readonly parts: PagePlan;
}

/** Makes PDFs from pages for a tenant, in the reading cell; throws `NoParts`. */
export type MakeParts = (tenantId: number, task: PartsTask) => Promise<MadeParts>;

export interface ArrangingParts {
  readonly database: Database;
  readonly makeParts: MakeParts;
}

/**
 * Splits, joins, rotates and trims invoices before their recognition (REC-12); returns the invoice of the first part.
 * The received files stay unchanged: the new PDFs are stored beside them. The PDFs are made before the transaction,
 * which then checks that nothing has changed meanwhile.
 */
export async function arrangePages(
  { database, makeParts }: ArrangingParts,
  context: Context,
  arrangement: PageArrangement,
): Promise<{ id: number }> {
  const found = await database.inTenant(context, async (tx) => {
    await requireModule(tx, 'invoice');
    const former = await answered(tx, context, command, arrangement);
    if (former) return { former };
    const sources = await findSources(tx, arrangement.invoice_ids);
    const problem = planProblem(arrangement.parts, sources);
    if (problem) throw new Refused(problem);
    return { former, sources, files: await readSourceFiles(tx, sources) };
  });
  if (found.former) return found.former;
  const { sources, files } = found;
  const parts = arrangement.parts.map((part) =>
    part.map((page) => {
      const source = sources.find(({ id }) => id === page.invoice_id);
      if (!source) throw new Refused(refuse('not_found'));
      return filePageOf(page, source);
    }),
  );
  const made = await madeOf(makeParts, context.tenantId, files, parts);
  return await database.inTenant(context, (tx) =>
    once(tx, context, command, arrangement, () =>
      saveArrangement(tx, context, { plan: arrangement.parts, sources, files, parts, made }),
    ),
  );
}

async function madeOf(
  makeParts: MakeParts,
  tenantId: number,
  files: readonly SourceFile[],
  parts: readonly (readonly FilePage[])[],
): Promise<MadeParts> {
  const placeOf = new Map(files.map(({ id }, place) => [id, place]));
  try {
    const made = await makeParts(tenantId, {
      files: files.map(({ bytes }) => bytes),
      parts: parts.map((part) =>
        part.map(({ file_id, file_page, turn }) => ({
          file: placeOf.get(file_id) ?? -1,
          page: file_page,
          turn,
        })),
      ),
      maxPages: pageLimits.sourcePages,
    });
    if (made.parts.some((part) => part.length > uploadLimitBytes)) throw new NoParts('too_large', null);
    return made;
  } catch (error) {
    if (!(error instanceof NoParts)) throw error;
    throw new Refused(refusals[error.failure](files[error.file ?? -1]?.name ?? ''));
  }
}

const refusals: Readonly<Record<PartsFailure, (name: string) => ReturnType<typeof refuse>>> = {
  encrypted: (name) => refuse('file_encrypted', { values: { name } }),
  damaged: (name) => refuse('file_damaged', { values: { name } }),
  e_invoice: (name) => refuse('pages_of_e_invoice', { values: { name } }),
  too_many_pages: () => refuse('too_many_pages', { values: { max: pageLimits.sourcePages } }),
  too_large: () => refuse('payload_too_large', { values: { max: uploadLimitBytes } }),
  too_slow: () => refuse('limit_exceeded'),
  not_safe: () => refuse('not_safe'),
  page_missing: () => refuse('number_out_of_range', { field: 'parts', values: { min: 1 } }),
};
