import {
  type DocumentCommand,
  type DocumentCommandOptions,
  useDocumentCommand,
} from '../../../document/web/use-document-command.ts';
import { procurementKind } from '../kind.ts';
import type { ProcurementAction } from '../steps.ts';

/** The command of this name on a purchase request; see `useCommand`. */
export function useProcurementCommand(
  name: ProcurementAction | 'close_invoicing',
  options: DocumentCommandOptions = {},
): DocumentCommand {
  return useDocumentCommand(procurementKind, name, options);
}
