import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../base/language.ts';
import { download, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { ClosedContent, ClosedMonth, ClosingAnswer, ClosingQuestion } from '../closing.ts';
import { listsKey } from './month-end-data.ts';

const path = '/api/month-end/closing';
const keyOf = ({ client, day }: ClosingQuestion) => ['month-end-closing', client, day] as const;

/** The interval of reloading while the files of a closing are written, in milliseconds. */
const reloadMs = 2000;

/** The closing of a month of a company. */
export function closingOptions(question: ClosingQuestion) {
  return queryOptions({
    queryKey: keyOf(question),
    queryFn: async ({ signal }) => {
      const wasWriting = queryClient.getQueryData<ClosingAnswer>(keyOf(question))?.is_writing ?? false;
      const answer = await rest<ClosingAnswer>(`${path}/state`, { method: 'POST', body: question, signal });
      if (wasWriting && !answer.is_writing) void renewLists();
      return answer;
    },
    refetchInterval: ({ state }) => (state.data?.is_writing ? reloadMs : false),
  });
}

export async function closeMonth(question: ClosingQuestion, language: Language): Promise<void> {
  await rest(path, { method: 'POST', body: { ...question, language } });
  await Promise.all([queryClient.invalidateQueries({ queryKey: keyOf(question) }), renewLists()]);
}

/** A closing, and accruals that are added, change what the lists show. */
async function renewLists(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: listsKey });
}

export async function downloadClosed({ id }: ClosedMonth, content: ClosedContent): Promise<void> {
  await download(`${path}/${id}/${content}`, `${content}.csv`);
}
