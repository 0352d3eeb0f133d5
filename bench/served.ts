import type { LoadedTenant } from './load.ts';

export const secretKey = 'only for the bench, and long enough to be one';
export const handPath = '/hand';

/** The configuration of a serving process. */
export interface ServedSides {
  readonly side: 'product' | 'hand';
  readonly ownerUrl: string;
  readonly webUrl: string;
  readonly tenant: LoadedTenant;
}
