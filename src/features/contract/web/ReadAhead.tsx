import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentQuery } from '../../../document/web/document.ts';
import { contractPage } from './kind.ts';

/** Holds a contract ready, so that its page is there at once; nobody waits for it. */
export function ReadAhead({ id }: { readonly id: number }): ReactNode {
  useQuery({ ...documentQuery(contractPage, id), meta: { isBeside: true } });
  return null;
}
