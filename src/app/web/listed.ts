import type { Listed } from '../../document/listed-kind.ts';
import type { ListedLook, ShownKind } from '../../document/web/listed-kind.ts';
import { contractLook } from '../../features/contract/web/listed-look.ts';
import { invoiceLook } from '../../features/invoice/web/listed-look.ts';
import { procurementLook } from '../../features/procurement/web/listed-look.ts';
import { listed as everywhere } from '../listed.ts';

const looks: Readonly<Record<(typeof everywhere.kinds)[number]['name'], ListedLook>> = {
  procurement: procurementLook,
  invoice: invoiceLook,
  contract: contractLook,
};

/** What the lists of all documents hold, and how it shows itself. */
export const listed: Listed<ShownKind> = {
  kinds: everywhere.kinds.map((kind) => ({ ...kind, ...looks[kind.name] })),
  filters: everywhere.filters,
};
