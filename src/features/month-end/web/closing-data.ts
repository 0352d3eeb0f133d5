import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../base/language.ts';
import { download, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { ClosedContent, ClosedMonth, ClosingAnswer, ClosingQuestion } from '../closing.ts';

const path = '/api/month-end/closing';
const keyOf = ({ client, day }: ClosingQuestion) => ['month-end-closing', client, day] as const;

/** The interval of reloading while the files of a closing are written, in milliseconds. */
const reloadMs = 2000;

/** The closing of a month of a company. */
export function closingOptions(question: ClosingQuestion) {
  return queryOptions({
    queryKey: keyOf(question),
    queryFn: ({ signal }) => rest<ClosingAnswer>(`${path}/state`, { method: 'POST', body: question, signal }),
    refetchInterval: ({ state }) => (state.data?.closed?.files.length === 0 ? reloadMs : false),
  });
}

export async function closeMonth(question: ClosingQuestion, language: Language): Promise<void> {
  await rest(path, { method: 'POST', body: { ...question, language } });
  await queryClient.invalidateQueries({ queryKey: keyOf(question) });
}

export async function downloadClosed({ id }: ClosedMonth, content: ClosedContent): Promise<void> {
  await download(`${path}/${id}/${content}`, `${content}.csv`);
}
