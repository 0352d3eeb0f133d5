import { queryOptions } from '@tanstack/react-query';
import type { Refusal } from '../../../base/refusal.ts';
import { gql } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { ExportContent, FileFormat } from '../content.ts';
import type { RunState } from '../model.ts';
import type { Rhythm } from '../rhythm.ts';

/** One file of a regular export. */
export interface ListedRun {
  readonly id: number;
  readonly planned_at: string;
  readonly state: RunState;
  readonly target: string | null;
  readonly file_name: string | null;
  readonly row_count: number | null;
  readonly byte_count: number | null;
  readonly problem: Pick<Refusal, 'code' | 'values'> | null;
}

export interface ListedExport extends Rhythm {
  readonly id: number;
  readonly name: string;
  readonly content: ExportContent;
  readonly format: FileFormat;
  readonly language: string;
  readonly export_destination_id: number | null;
  readonly export_destination: { readonly name: string } | null;
  readonly lb_user: { readonly id: number; readonly name: string; readonly is_service: boolean } | null;
  readonly active: boolean;
  readonly is_stopped: boolean;
  readonly next_run_at: string | null;
  readonly scheduled_export_runs: readonly ListedRun[];
}

const listQuery = `query ScheduledExports {
  scheduled_export(order_by: [{ name: asc }, { id: asc }]) {
    id name content format language rhythm at_minute weekdays month_day export_destination_id
    export_destination { name } lb_user { id name is_service } active is_stopped next_run_at
    scheduled_export_runs(order_by: { id: desc }, limit: 10) {
      id planned_at state target file_name row_count byte_count problem }
  }
}`;

const queryKey = ['scheduled-exports'];

/** Asked again while a file is under way. */
const refreshEveryMs = 3000;

/** The own regular exports; administrators see all. */
export const exportsOptions = queryOptions({
  queryKey,
  queryFn: async ({ signal }) =>
    (await gql<{ scheduled_export: readonly ListedExport[] }>(listQuery, {}, { signal })).scheduled_export,
  refetchInterval: ({ state }) => {
    const runs = state.data?.flatMap(({ scheduled_export_runs: of }) => of) ?? [];
    return runs.some((run) => run.state === 'waiting') ? refreshEveryMs : false;
  },
});

/** All destinations of the tenant. */
export const destinationsOptions = queryOptions({
  queryKey: ['export-destinations'],
  queryFn: async ({ signal }) => {
    const query = '{ export_destination(order_by: { name: asc }) { id name kind active } }';
    type Answer = { export_destination: readonly (Choice & { kind: string; active: boolean })[] };
    return (await gql<Answer>(query, {}, { signal })).export_destination;
  },
});

interface Choice {
  readonly id: number;
  readonly name: string;
}

/** The approved destinations, and for administrators the service accounts that may own an export. */
export function choicesOptions(isAdmin: boolean) {
  const accounts = `lb_user(where: { is_service: { _eq: true }, is_directory: { _eq: false }, active: { _eq: true } },
    order_by: { name: asc }) { id name }`;
  return queryOptions({
    queryKey: ['export-choices', isAdmin],
    queryFn: async ({ signal }) => {
      const query = `{ export_destination(where: { active: { _eq: true } }, order_by: { name: asc }) { id name }
        ${isAdmin ? accounts : ''} }`;
      const answer = await gql<{ export_destination: readonly Choice[]; lb_user?: readonly Choice[] }>(
        query,
        {},
        { signal },
      );
      return { destinations: answer.export_destination, accounts: answer.lb_user ?? [] };
    },
  });
}

export async function deleteExport(id: number): Promise<void> {
  await gql('mutation ($id: bigint!) { delete_scheduled_export_by_pk(id: $id) { id } }', { id });
  await queryClient.invalidateQueries({ queryKey });
}
