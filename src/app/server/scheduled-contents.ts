import type { FieldProblem } from '../../base/refusal.ts';
import { type TableParts, writeTable } from '../../entity/server/table-job.ts';
import { entities } from '../../features/master-data/entities.ts';
import {
  listProblems,
  type ScheduledListParts,
  writeScheduledList,
} from '../../features/overview/server/scheduled-list.ts';
import type { ExportContent } from '../../features/scheduled-export/content.ts';
import type { ScheduledExportParts } from '../../features/scheduled-export/server/run-job.ts';
import { listed } from '../kinds.ts';
import { exportedKinds } from './kinds.ts';

/** Writes any content of a scheduled export: a list of documents or master data. */
export function contentWriter(
  parts: Omit<ScheduledListParts & TableParts, 'listed'>,
): ScheduledExportParts['write'] {
  return async (job, content, { day, ...wanted }) =>
    content.of === 'list'
      ? await writeScheduledList({ ...parts, listed }, job, content, { ...wanted, today: day })
      : await writeTable(parts, job, {
          ...wanted,
          entity: content.entity,
          text: content.text,
          is_template: false,
        });
}

/** Rejects lists and master data that the product does not have. */
export function contentProblems(content: ExportContent): readonly FieldProblem[] {
  if (content.of === 'list') return listProblems({ listed, kinds: exportedKinds }, content);
  return entities.has(content.entity) ? [] : [{ field: 'content', code: 'invalid_type' }];
}
