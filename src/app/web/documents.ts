import type { WebKind } from '../../document/web/kind.ts';
import { procurementOnPages } from '../../features/procurement/web/kind.ts';

/** Every kind of document that has pages, for whatever works on several kinds. */
export const documents: readonly WebKind[] = [procurementOnPages];
