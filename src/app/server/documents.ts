import type { ServedKind } from '../../document/server/served-kind.ts';
import { servedInvoice } from '../../features/invoice/server/served.ts';
import { servedProcurement } from '../../features/procurement/server/served.ts';

/** Every kind of document that the server knows; whatever works on several kinds reads it. */
export const servedKinds: readonly ServedKind[] = [servedProcurement, servedInvoice];
export const kinds = servedKinds.map(({ kind }) => kind);
