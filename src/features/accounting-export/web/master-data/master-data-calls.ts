import { queryOptions } from '@tanstack/react-query';
import { gql, rest, upload } from '../../../../platform/web/api.ts';
import type {
  ChosenEntries,
  CreditorExport,
  MasterDataPreview,
  MasterDataResult,
  WrongAccounts,
} from '../../master-data/preview.ts';

const path = '/api/datev/master-data';
/** The number of shown files, newest first. */
const maxFiles = 10;

export interface CreditorFile {
  readonly id: number;
  readonly creditor_count: number;
  readonly exported_at: string;
  readonly exported_by: { readonly name: string } | null;
  readonly client: { readonly name: string } | null;
  readonly file: { readonly id: string; readonly name: string } | null;
}

export const companiesOptions = queryOptions({
  queryKey: ['datev-master-data', 'companies'],
  queryFn: async ({ signal }) => {
    const text = '{ client(where: { active: { _eq: true } }, order_by: { name: asc }) { id name } }';
    const answer = await gql<{ client: readonly { readonly id: number; readonly name: string }[] }>(
      text,
      {},
      { signal },
    );
    return answer.client;
  },
});

/** The newest creditor files of all companies. */
export const creditorFilesOptions = queryOptions({
  queryKey: ['datev-master-data', 'files'],
  queryFn: async ({ signal }) => {
    const text = `{ invoice_creditor_file(order_by: { id: desc }, limit: ${maxFiles}) { id creditor_count exported_at
      exported_by { name } client { name } file { id name } } }`;
    const answer = await gql<{ invoice_creditor_file: readonly CreditorFile[] }>(text, {}, { signal });
    return answer.invoice_creditor_file;
  },
});

export const wrongAccountsOptions = queryOptions({
  queryKey: ['datev-master-data', 'wrong-accounts'],
  queryFn: async ({ signal }) => await rest<WrongAccounts>('/api/datev/wrong-accounts', { signal }),
});

/** The effects of importing the file. Fails like `upload`. */
export async function previewMasterData(clientId: number, file: File): Promise<MasterDataPreview> {
  return await upload<MasterDataPreview>(`${path}/preview`, formOf(clientId, file));
}

/** Executes the chosen entries of the same file. Fails like `upload`. */
export async function applyMasterData(
  clientId: number,
  file: File,
  chosen: ChosenEntries,
): Promise<MasterDataResult> {
  const form = formOf(clientId, file);
  form.set('chosen', JSON.stringify(chosen));
  return await upload<MasterDataResult>(`${path}/apply`, form);
}

/** Writes the creditors changed since the last export. Fails like `rest`. */
export async function exportCreditors(clientId: number): Promise<CreditorExport> {
  return await rest<CreditorExport>(`${path}/export`, { method: 'POST', body: { client_id: clientId } });
}

function formOf(clientId: number, file: File): FormData {
  const form = new FormData();
  form.set('client_id', String(clientId));
  form.set('file', file, 'EXTF.csv');
  return form;
}
