import { queryOptions } from '@tanstack/react-query';
import { documentKey } from '../../../../document/web/document.ts';
import type { OriginalFile } from '../../../../document/web/original/original-file.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { ReadingFailure } from '../../../recognition/reading.ts';
import { contractKind } from '../../kind.ts';
import type { Proposal, ReadContractDocument } from '../../proposals.ts';

/** A document of a contract that is or was read, as the API says it. */
export interface ReadingRow {
  readonly id: number;
  readonly state: 'queued' | 'done' | 'failed';
  readonly failure: ReadingFailure | null;
  readonly file_id: string;
  readonly dismissed: readonly string[];
  readonly raw: ReadContractDocument | null;
  /** Null where nobody fits, or the person does not see him. */
  readonly supplier: { readonly id: number; readonly name: string } | null;
}

/** A proposal with the document that it stands in. */
export interface DocumentProposal extends Proposal {
  readonly file: OriginalFile;
  /** Of whom it is proposed that he is the partner. */
  readonly supplier: ReadingRow['supplier'];
}

/** How often it is looked whether a document has been read. */
const milliseconds = 1500;

/** What was read of the documents of a contract, newest first; asked again for as long as one is being read. */
export function readingsQuery(contractId: number) {
  return queryOptions({
    // Read anew with the contract itself.
    queryKey: [...documentKey(contractKind, contractId), 'readings'],
    queryFn: async ({ signal }): Promise<readonly ReadingRow[]> => {
      const query = `query ($id: bigint!) { contract: contract_by_pk(id: $id) {
        contract_recognitions(order_by: { id: desc }, limit: 20) {
          id state failure file_id dismissed raw supplier { id name } } } }`;
      const answer = await gql<{
        contract: { readonly contract_recognitions: readonly ReadingRow[] } | null;
      }>(query, { id: contractId }, { signal });
      return answer.contract?.contract_recognitions ?? [];
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'queued') ? milliseconds : false,
    meta: { isBeside: true },
  });
}
