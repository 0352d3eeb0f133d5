import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentQuery } from '../../../document/web/document.ts';
import { contractPage } from './kind.ts';

/** Preloads a contract in the background, so that its page opens immediately. */
export function ReadAhead({ id }: { readonly id: number }): ReactNode {
  useQuery({ ...documentQuery(contractPage, id), meta: { isBeside: true } });
  return null;
}
