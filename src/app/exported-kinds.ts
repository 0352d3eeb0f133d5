import type { ExportedKind } from '../document/export-columns.ts';
import { exportColumns as contractColumns } from '../features/contract/export-columns.ts';
import { contractKind } from '../features/contract/kind.ts';
import { exportColumns as invoiceColumns } from '../features/invoice/export-columns.ts';
import { invoiceKind } from '../features/invoice/kind.ts';
import { exportColumns } from '../features/procurement/export-columns.ts';
import { procurementKind } from '../features/procurement/kind.ts';

/** The kinds whose lists are exported with columns of their own (OVW-09). */
export const exportedKinds = [
  { ...procurementKind, exportColumns },
  { ...invoiceKind, exportColumns: invoiceColumns },
  { ...contractKind, exportColumns: contractColumns },
] as const satisfies readonly ExportedKind[];
