import { queryOptions } from '@tanstack/react-query';
import { documentKey } from '../../../../document/web/document.ts';
import type { OriginalFile } from '../../../../document/web/original/original-file.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { ReadPrice } from '../../../recognition/contract-reading.ts';
import type { ReadingFailure, ReadValue } from '../../../recognition/reading.ts';
import { contractKind } from '../../kind.ts';
import type { Proposal, ReadContractDocument } from '../../proposals.ts';

/** The reading of a contract document from the API. */
export interface ReadingRow {
  readonly id: number;
  readonly state: 'queued' | 'done' | 'failed';
  readonly failure: ReadingFailure | null;
  readonly file_id: string;
  readonly dismissed: readonly string[];
  readonly raw: Omit<ReadContractDocument, 'price'> | null;
  /** Null without prices (ROLE-07). */
  readonly price: ReadValue<ReadPrice> | null;
  /** Null if no supplier matches, or the person cannot see the supplier. */
  readonly supplier: { readonly id: number; readonly name: string } | null;
}

/** A proposal with its document. */
export interface DocumentProposal extends Proposal {
  readonly file: OriginalFile;
  /** The proposed partner. */
  readonly supplier: ReadingRow['supplier'];
}

/** Polling interval while a document is being read. */
const milliseconds = 1500;

/** The readings of a contract, newest first; polled while one is queued. */
export function readingsQuery(contractId: number) {
  return queryOptions({
    // Below the key of the contract, so that both are refetched together.
    queryKey: [...documentKey(contractKind, contractId), 'readings'],
    queryFn: async ({ signal }): Promise<readonly ReadingRow[]> => {
      const query = `query ($id: bigint!) { contract: contract_by_pk(id: $id) {
        contract_recognitions(order_by: { id: desc }, limit: 20) {
          id state failure file_id dismissed raw price supplier { id name } } } }`;
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
