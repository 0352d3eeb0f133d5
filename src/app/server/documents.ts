import type { DecidedKind } from '../../document/server/approval-link-routes.ts';
import { contractActions, contractCommands } from '../../features/contract/server/commands.ts';
import { servedContract } from '../../features/contract/server/store.ts';
import { invoiceActions, invoiceCommands } from '../../features/invoice/server/commands.ts';
import { servedInvoice } from '../../features/invoice/server/store.ts';
import { procurementActions, procurementCommands } from '../../features/procurement/server/commands.ts';
import { servedProcurement } from '../../features/procurement/server/served.ts';
import type { Command } from '../../graphql/server/command.ts';

/** A kind of document as the API has it. */
export interface KindInApi extends DecidedKind {
  readonly commands: readonly Command[];
}

/** Every kind of document that the server knows, with its commands. */
export const kindsInApi: readonly KindInApi[] = [
  { served: servedProcurement, actions: procurementActions, commands: procurementCommands },
  { served: servedInvoice, actions: invoiceActions, commands: invoiceCommands },
  { served: servedContract, actions: contractActions, commands: contractCommands },
];

/** Whatever works on several kinds reads these. */
export const servedKinds = kindsInApi.map(({ served }) => served);
export const commandsOfKinds = kindsInApi.flatMap(({ commands }) => commands);
export const kinds = servedKinds.map(({ kind }) => kind);
