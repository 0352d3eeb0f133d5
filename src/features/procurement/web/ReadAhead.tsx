import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentQuery } from '../../../document/web/document.ts';
import { procurementPage } from './kind.tsx';

/** Preloads a request, so that its page opens immediately. */
export function ReadAhead({ id }: { readonly id: number }): ReactNode {
  useQuery({ ...documentQuery(procurementPage, id), meta: { isBeside: true } });
  return null;
}
