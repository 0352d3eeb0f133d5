import { type ExportTarget, exportTargets } from '../../export-target/targets.ts';
import { datevTarget } from '../targets/datev/server/target.ts';
import { datevFileTarget } from '../targets/datev-csv/server/target.ts';
import { dynamicsTarget } from '../targets/ms365/server/target.ts';
import type { FileWay } from './exporting/leave-files.ts';
import type { OnlineWay } from './online/way.ts';
import type { Target, TargetParts } from './target.ts';

/** The implementations of the export targets (EXP-01). */
export const servedTargets: Readonly<Record<ExportTarget, Target>> = {
  datev: datevTarget,
  'datev-csv': datevFileTarget,
  ms365: dynamicsTarget,
};

/** The connections to all targets. */
export type ExportWays = Readonly<Record<ExportTarget, OnlineWay | FileWay>>;

export function exportWays(parts: TargetParts): ExportWays {
  const ways = exportTargets.map((name) => [name, servedTargets[name].way(parts)]);
  return Object.fromEntries(ways) as ExportWays;
}
