import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';

/** An account that waits for a second person, with the facts about it (INV-33). */
export interface WaitingAccount {
  readonly id: number;
  readonly supplier_id: number;
  readonly supplier: string;
  /** Null for a proposal to remove the account. */
  readonly iban: string | null;
  readonly bic: string | null;
  readonly former_iban: string | null;
  /** Null where it was read from an invoice. */
  readonly proposed_by_id: number | null;
  readonly proposed_by: string | null;
  readonly proposed_at: string;
  /** Other suppliers that have the account, or for which it is proposed too. */
  readonly others: readonly string[];
  readonly rejected: { readonly supplier: string | null; readonly decided_at: string } | null;
}

/** All waiting accounts, oldest first. */
export const waitingAccountsOptions = () =>
  queryOptions({
    queryKey: ['entity', 'supplier_bank_change', 'waiting'],
    queryFn: async ({ signal }) =>
      (
        await gql<{ accounts: readonly WaitingAccount[] }>(
          `{ accounts: waiting_accounts { id supplier_id supplier iban bic former_iban proposed_by_id proposed_by proposed_at
             others rejected { supplier decided_at } } }`,
          {},
          { signal },
        )
      ).accounts,
  });
