import { queryOptions } from '@tanstack/react-query';
import { gql, rest } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import type { ContractCalendar, NewCalendar } from '../../../contract/calendar.ts';

const path = '/api/contract/calendar';
const key = 'own-calendar';

/** The person's calendar of contracts; null while it is switched off (CON-30). */
export function calendarOptions(userId: number) {
  return queryOptions({
    queryKey: [key, userId],
    queryFn: async ({ signal }) => {
      const { contract_calendar: calendars } = await gql<{
        readonly contract_calendar: readonly ContractCalendar[];
      }>('query OwnCalendar { contract_calendar { created_at read_at } }', {}, { signal });
      return calendars[0] ?? null;
    },
  });
}

/** Answers it with its new address, which nobody is told again; also after a refusal the page shows how things stand. */
export async function renewCalendar(replaced: string | null): Promise<NewCalendar> {
  try {
    return await rest<NewCalendar>(path, { method: 'POST', body: { replaced } });
  } finally {
    await queryClient.invalidateQueries({ queryKey: [key] });
  }
}

export async function endCalendar(): Promise<void> {
  await rest(path, { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: [key] });
}
