import type { ColumnsPart } from '../../document/export-columns.ts';
import type { Listed } from '../../document/listed-kind.ts';
import type { ListedLook, ShownKind } from '../../document/web/listed-kind.ts';
import { contractLook } from '../../features/contract/web/listed-look.ts';
import { invoiceLook } from '../../features/invoice/web/listed-look.ts';
import { procurementLook } from '../../features/procurement/web/listed-look.ts';
import { loadChunk } from '../../platform/web/chunk.ts';
import { listed as everywhere, type OfEachKind } from '../kinds.ts';

const looks: OfEachKind<ListedLook> = {
  procurement: procurementLook,
  invoice: invoiceLook,
  contract: contractLook,
};

/** All kinds of documents with their looks. */
export const listed: Listed<ShownKind> = {
  kinds: everywhere.kinds.map((kind) => ({
    ...kind,
    ...looks[kind.name],
    loadColumns: () => loadChunk<ColumnsPart>(kind.loadColumns),
  })),
  filters: everywhere.filters,
};
