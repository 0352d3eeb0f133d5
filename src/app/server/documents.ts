import type { ServedKind } from '../../document/server/served-kind.ts';
import { servedProcurement } from '../../features/procurement/server/served.ts';

/** Every kind of document that the server knows; whatever works on several kinds reads it. */
export const servedKinds: readonly ServedKind[] = [servedProcurement];
export const kinds = servedKinds.map(({ kind }) => kind);
