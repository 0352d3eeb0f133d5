import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { csvHead, csvRows } from '../../../base/csv.ts';
import { addDays } from '../../../base/day.ts';
import { rest } from '../../../platform/web/api.ts';
import { downloadText } from '../../../platform/web/download-text.ts';
import { maxEvents, type OperatorEvent, type OperatorLogAnswer } from '../operator-log.ts';
import type { EventFilter } from './LogFilter.tsx';
import { aboutText } from './row-text.ts';
import { beginning } from './security-log-data.ts';

export interface OperatorFilter extends EventFilter {
  readonly tenantId: number | null;
}

/** Last event of a page, after which the next one begins. */
type After = Pick<OperatorEvent, 'id' | 'created_at'> | null;

function readEvents(
  { kind, tenantId, from, to }: OperatorFilter,
  after: After,
  limit: number,
  signal?: AbortSignal,
): Promise<OperatorLogAnswer> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (kind !== null) query.set('kind', kind);
  if (tenantId !== null) query.set('tenant_id', String(tenantId));
  if (from !== null) query.set('from', beginning(from));
  if (to !== null) query.set('to', beginning(addDays(to, 1)));
  if (after !== null) {
    query.set('at', after.created_at);
    query.set('id', String(after.id));
  }
  return rest<OperatorLogAnswer>(`/api/operator/security-log?${query}`, signal && { signal });
}

/** Events per page. */
const pageLength = 50;

/** Events of all tenants, page by page. */
export function operatorLogOptions(filter: OperatorFilter) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'security-log', filter],
    initialPageParam: null as After,
    queryFn: ({ pageParam, signal }) => readEvents(filter, pageParam, pageLength, signal),
    getNextPageParam: ({ events }): After => (events.length < pageLength ? null : (events.at(-1) ?? null)),
    placeholderData: keepPreviousData,
  });
}

/** Columns of page and file, titled `security_log.column.{name}`. */
export const operatorLogColumns = [
  'time',
  'tenant',
  'kind',
  'means',
  'times',
  'about',
  'person',
  'where',
] as const;

/** Texts of a row in all columns except the time. */
export function eventTexts(
  event: OperatorEvent,
  t: TFunction,
): Readonly<Record<Exclude<(typeof operatorLogColumns)[number], 'time'>, string>> {
  const { tenant, kind, means, code, times, own } = event;
  return {
    tenant: tenant ?? t('security_log.no_tenant'),
    kind: t(`security_log.kind.${kind}`),
    means: means === null ? '' : t(`security_log.means.${means}`, { defaultValue: means }),
    times: String(times),
    about: aboutText({ code, what: own?.what ?? null, target_id: null, times: 1 }, t),
    person: own?.actor ? t('security_log.through', { ...own }) : (own?.person ?? ''),
    where: [own?.device, own?.network].filter(Boolean).join(' · '),
  };
}

/** Downloads all matching rows as one table, with instants in UTC. */
export async function downloadOperatorLog(filter: OperatorFilter, t: TFunction): Promise<void> {
  let text = csvHead(operatorLogColumns.map((name) => t(`security_log.column.${name}`)));
  let after: After = null;
  do {
    const { events } = await readEvents(filter, after, maxEvents);
    text += csvRows(
      events.map((event) => {
        const { tenant, kind, means, times, about, person, where } = eventTexts(event, t);
        return [event.created_at, tenant, kind, means, { number: times }, about, person, where];
      }),
    );
    after = events.length < maxEvents ? null : (events.at(-1) ?? null);
  } while (after !== null);
  downloadText(`${t('security_log.title')}.csv`, text);
}
