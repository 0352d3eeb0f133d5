import { gql } from '../../../platform/web/api.ts';
import { usualColumns } from '../export-columns.ts';

const query = `query UsualColumns {
  configuration(where: { key: { _eq: "invoice_export_columns" }, client_id: { _is_null: true } }) { value } }`;

/** The export columns of the tenant, used if the person chose none (ADM-17, EXP-17). */
export async function loadUsualColumns(): Promise<readonly string[]> {
  const { configuration } = await gql<{ configuration: readonly { readonly value: string | null }[] }>(query);
  return configuration[0]?.value?.split(',') ?? usualColumns;
}
