import type { ExportedKind } from '../../document/export-columns.ts';
import type { DecidedKind } from '../../document/server/approval-link-routes.ts';
import { contractActions, contractCommands } from '../../features/contract/server/commands.ts';
import { servedContract } from '../../features/contract/server/store.ts';
import { invoiceActions, invoiceCommands } from '../../features/invoice/server/commands.ts';
import { servedInvoice } from '../../features/invoice/server/store.ts';
import { procurementActions, procurementCommands } from '../../features/procurement/server/commands.ts';
import { servedProcurement } from '../../features/procurement/server/served.ts';
import type { Command } from '../../graphql/server/command.ts';
import { listed, type OfEachKind } from '../kinds.ts';

/** A kind of document in the API. */
export interface KindInApi extends DecidedKind {
  readonly commands: readonly Command[];
}

const inApi: OfEachKind<KindInApi> = {
  procurement: { served: servedProcurement, actions: procurementActions, commands: procurementCommands },
  invoice: { served: servedInvoice, actions: invoiceActions, commands: invoiceCommands },
  contract: { served: servedContract, actions: contractActions, commands: contractCommands },
};

/** Every kind of document on the server, with its commands. */
export const kindsInApi = listed.kinds.map(({ name }) => inApi[name]);

/** For code that works on several kinds. */
export const servedKinds = kindsInApi.map(({ served }) => served);
export const commandsOfKinds = kindsInApi.flatMap(({ commands }) => commands);
export const kinds = servedKinds.map(({ kind }) => kind);

/** The kinds whose lists are exported with their own columns (OVW-09). */
export const exportedKinds: readonly ExportedKind[] = await Promise.all(
  listed.kinds.map(async (kind) => ({ ...kind, ...(await kind.loadColumns()) })),
);
