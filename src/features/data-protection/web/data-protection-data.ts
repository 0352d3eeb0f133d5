import { queryOptions } from '@tanstack/react-query';
import { searchedFor } from '../../../graphql/search-where.ts';
import { download, gql, rest } from '../../../platform/web/api.ts';
import type { DocumentationLanguage } from '../../process-documentation/model.ts';
import type { DataProtectionAnswer } from '../model.ts';

const path = '/api/data-protection';

/** People who left, the next to be pseudonymised first (ARC-08). */
export function dataProtectionOptions() {
  return queryOptions({
    queryKey: ['data-protection'],
    queryFn: ({ signal }) => rest<DataProtectionAnswer>(path, { signal }),
  });
}

export async function downloadPerson(id: number, name: string): Promise<void> {
  await download(`${path}/person/${id}/file`, `${name}.json`);
}

/** The register of processing exists in German and English. */
export async function downloadRegister(lang: DocumentationLanguage): Promise<void> {
  await download(`${path}/register?lang=${lang}`, 'register.xlsx');
}

/** People of the tenant whose name or address contains a text. */
export async function findPeople(text: string, signal: AbortSignal) {
  const { lb_user } = await gql<{ lb_user: readonly { id: number; name: string; email: string | null }[] }>(
    `query ReportedPeople($text: [lb_user_bool_exp!]!) {
      lb_user(where: { is_group: { _eq: false }, _and: $text }, order_by: { name: asc }, limit: 20) { id name email }
    }`,
    { text: searchedFor(text, { email: 'email' }) },
    { signal },
  );
  return lb_user.map(({ id, name, email }) => ({ id, name, note: email }));
}
