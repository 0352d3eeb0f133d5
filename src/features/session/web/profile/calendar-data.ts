import { queryOptions } from '@tanstack/react-query';
import { gql, rest } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';

/** The person's calendar of contracts (CON-30). */
export interface ContractCalendar {
  /** When its address was created. */
  readonly created_at: string;
  /** When a calendar program last read it. */
  readonly read_at: string | null;
}

/** Includes the address, which cannot be read again. */
export interface NewCalendar extends ContractCalendar {
  readonly url: string;
}

const path = '/api/contract/calendar';
const key = 'own-calendar';

/** Null while switched off. */
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

/** Gives the calendar a new address. Reloads also after a refusal, so that the page is current. */
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
