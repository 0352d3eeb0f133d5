import type { ServedKind } from '../../document/server/served-kind.ts';
import { invoiceCommands } from '../../features/invoice/server/commands.ts';
import { servedInvoice } from '../../features/invoice/server/served.ts';
import { procurementCommands } from '../../features/procurement/server/commands.ts';
import { servedProcurement } from '../../features/procurement/server/served.ts';
import type { Command } from '../../graphql/server/command.ts';

/** A kind of document as the API has it. */
export interface KindInApi {
  readonly served: ServedKind;
  readonly commands: readonly Command[];
}

/** Every kind of document that the server knows, with its commands. */
export const kindsInApi: readonly KindInApi[] = [
  { served: servedProcurement, commands: procurementCommands },
  { served: servedInvoice, commands: invoiceCommands },
];

/** Whatever works on several kinds reads these. */
export const servedKinds = kindsInApi.map(({ served }) => served);
export const kinds = servedKinds.map(({ kind }) => kind);
