import { createContext, useContext } from 'react';
import type { Proposals } from './use-proposals.ts';

const context = createContext<Proposals | null>(null);

/** Provides the proposals to the fields. */
export const ProposalsProvider = context.Provider;

/** The proposals of the contract; null outside a provider. */
export function useShownProposals(): Proposals | null {
  return useContext(context);
}
