import { type ExportTarget, exportTargets } from '../../export-target/targets.ts';
import { datevTarget } from '../targets/datev/server/target.ts';
import { datevFileTarget } from '../targets/datev-csv/server/target.ts';
import { dynamicsTarget } from '../targets/ms365/server/target.ts';
import type { FileTransport } from './exporting/export-files.ts';
import type { OnlineTransport } from './online/transport.ts';
import type { Target, TargetParts } from './target.ts';

/** The implementations of the export targets (EXP-01). */
export const servedTargets: Readonly<Record<ExportTarget, Target>> = {
  datev: datevTarget,
  'datev-csv': datevFileTarget,
  ms365: dynamicsTarget,
};

/** The connections to all targets. */
export type ExportTransports = Readonly<Record<ExportTarget, OnlineTransport | FileTransport>>;

export function exportTransports(parts: TargetParts): ExportTransports {
  const transports = exportTargets.map((name) => [name, servedTargets[name].transport(parts)]);
  return Object.fromEntries(transports) as ExportTransports;
}
