import { timelineEntryFields } from '../../timeline/web/entry-view.ts';
import type { Kind } from '../kind.ts';
import { companyFields } from './draft/company.ts';
import { actionFields } from './offered-actions.ts';

type Named = Pick<Kind, 'name' | 'numbers'>;

/** The GraphQL selection of `ShownDocument`, with the numbers of the kind. */
function shownFields({ name, numbers }: Named): string {
  return `id name ${numbers.join(' ')} status total_netto created_at legal_hold kept_until
  creator { id name }
  client { ${companyFields} }
  timeline {
    id current_entry_no content_version updated_at
    changed_by { id name }
    timeline_entries(order_by: { entry_no: asc }) { ${timelineEntryFields} }
  }
  approvers: ${name}_approvers(order_by: { id: asc }) {
    id is_required inserted_manually inserted_by_group
    lb_user { id name is_group approval_limit }
  }
  document_files(order_by: { id: asc }) {
    id file_id name size mime created_at
    created_by { id name }
    file { received_by kept_until }
  }
  actions { ${actionFields} }
  approval_differences { part field before after currency doubt brings_again }`;
}

/** The query of a document page by id, including the kind's own `fields`. */
export function pageQuery(kind: Named & { readonly fields: string }): string {
  return `query ($id: bigint!) {
    document: ${kind.name}_by_pk(id: $id) { ${shownFields(kind)} ${kind.fields} }
  }`;
}
