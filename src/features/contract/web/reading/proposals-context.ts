import { createContext, useContext } from 'react';
import type { Proposals } from './use-proposals.ts';

const context = createContext<Proposals | null>(null);

/** Hands the proposals to the fields beside which they stand. */
export const ProposalsProvider = context.Provider;

/** The proposals of the contract on the page; null where its fields are shown without any. */
export function useShownProposals(): Proposals | null {
  return useContext(context);
}
