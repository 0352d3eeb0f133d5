import { datevFile, datevOnline } from './datev.ts';
import { dynamics } from './dynamics.ts';
import type { DeclaredTarget, TargetConnection } from './target.ts';

const declared = {
  datev: datevOnline,
  'datev-csv': datevFile,
  ms365: dynamics,
} as const satisfies Readonly<Record<string, DeclaredTarget>>;

/** The accounting targets (EXP-01). */
export type ExportTarget = keyof typeof declared;

type NamesWhere<Part extends Partial<DeclaredTarget>> = {
  [Name in ExportTarget]: (typeof declared)[Name] extends Part ? Name : never;
}[ExportTarget];

/** The targets with a sign-in (SET-05). */
export type ConnectedSystem = Exclude<ExportTarget, NamesWhere<{ readonly connection: null }>>;

/** The static facts about each target. */
export const targets: Readonly<Record<ExportTarget, DeclaredTarget>> = declared;
export const exportTargets = Object.keys(declared) as readonly ExportTarget[];
/** The target of a new tenant. */
export const initialTarget: ExportTarget = 'datev';
/** The system to assume where a sign-in does not name one. */
export const initialSystem: ConnectedSystem = 'datev';

export const connectedSystems = exportTargets.filter(
  (name): name is ConnectedSystem => targets[name].connection !== null,
);

export function connectionOf(system: ConnectedSystem): TargetConnection {
  return declared[system].connection;
}
