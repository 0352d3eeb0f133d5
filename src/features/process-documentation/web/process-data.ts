import { queryOptions } from '@tanstack/react-query';
import { download, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type {
  DocumentationAnswer,
  DocumentationLanguage,
  SavedText,
  Version,
  VersionOrder,
} from '../model.ts';

const path = '/api/process-documentation';
const queryKey = ['process-documentation'] as const;

/** The current process documentation in one of its languages (ARC-06). */
export function documentationOptions(lang: DocumentationLanguage) {
  return queryOptions({
    queryKey: [...queryKey, lang],
    queryFn: ({ signal }) => rest<DocumentationAnswer>(`${path}?lang=${lang}`, { signal }),
  });
}

/** Saves a chapter's text, or restores the default. */
export async function saveText(saved: SavedText): Promise<void> {
  await rest(`${path}/text`, { method: 'POST', body: saved });
  await queryClient.invalidateQueries({ queryKey });
}

export async function makeVersion(order: VersionOrder): Promise<Version> {
  const version = await rest<Version>(`${path}/version`, { method: 'POST', body: order });
  await queryClient.invalidateQueries({ queryKey });
  return version;
}

export async function downloadVersion(number: number): Promise<void> {
  await download(`${path}/version/${number}/file`, `${number}.pdf`);
}
