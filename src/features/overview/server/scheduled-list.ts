import type { FieldProblem } from '../../../base/refusal.ts';
import type { Listed } from '../../../document/listed-kind.ts';
import type { Context } from '../../../platform/context.ts';
import { hasRole } from '../../../platform/context.ts';
import type { ExportResult } from '../../../platform/export-result.ts';
import { modules } from '../../../platform/modules.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Job } from '../../../platform/server/jobs/jobs.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import type { ListContent } from '../../scheduled-export/content.ts';
import { listColumns } from '../export-columns.ts';
import type { ExportOrder } from '../export-order.ts';
import { type FilterFacts, orderOf, ownSort, tabsOf, whereOf } from '../filter.ts';
import { viewOf } from '../overview-search.ts';
import { type ExportParts, writeExport } from './export-job.ts';

export interface ScheduledListParts extends ExportParts {
  readonly listed: Listed;
}

type Wanted = Pick<ExportOrder, 'format' | 'language'> & Pick<FilterFacts, 'today'>;

/**
 * Writes a list as its person sees it on a day: the filter is read anew, so that "last month" and the own tasks move
 * on (EXP-17).
 */
export async function writeScheduledList(
  parts: ScheduledListParts,
  job: Job,
  { search, kind, columns, is_per_line: isPerLine }: ListContent,
  { today, ...wanted }: Wanted,
): Promise<ExportResult> {
  const { listed, database } = parts;
  const { tab, filter, sort } = viewOf(search, listed);
  const facts = await database.inTenant(job.context, (tx) => factsOf(tx, job.context));
  const where = whereOf(tab, filter, { ...facts, today, listed });
  const order_by = [...orderOf(tab, sort ?? ownSort(tab), facts.seesPrices)];
  return await writeExport(parts, job, { ...wanted, kind, columns, isPerLine, where, order_by });
}

/** Rejects unknown tabs, kinds and columns. */
export function listProblems(
  { listed, kinds }: Pick<ScheduledListParts, 'listed' | 'kinds'>,
  { search, kind, columns }: ListContent,
): readonly FieldProblem[] {
  const exported = kinds.find(({ name }) => name === kind);
  const known = listColumns(exported).columns;
  const isKnown =
    tabsOf(listed.kinds).includes(String(search.tab ?? 'tasks')) &&
    (kind === null || exported !== undefined) &&
    columns.every((column) => Object.hasOwn(known, column));
  return isKnown ? [] : [{ field: 'content', code: 'invalid_type' }];
}

async function factsOf(tx: Tx, context: Context): Promise<Omit<FilterFacts, 'today' | 'listed'>> {
  const { persons, timeZone } = await tx.one<{ persons: readonly number[] | null; timeZone: string }>(
    'select app.persons() as persons, app.time_zone() as "timeZone"',
  );
  const isOn = await Promise.all(modules.map((module) => isModuleOn(tx, module)));
  return {
    userId: context.userId,
    persons: (persons ?? [context.userId]).map(Number),
    timeZone,
    seesPrices: hasRole(context, 'user-price'),
    modules: modules.filter((_, place) => isOn[place]),
  };
}
