import { datevFile, datevOnline } from './datev.ts';
import { dynamics } from './dynamics.ts';
import type { DeclaredTarget, TargetConnection } from './target.ts';

const declared = {
  datev: datevOnline,
  'datev-csv': datevFile,
  ms365: dynamics,
} as const satisfies Readonly<Record<string, DeclaredTarget>>;

/** Where invoices are booked (EXP-01). */
export type ExportTarget = keyof typeof declared;

type NamesWhere<Part extends Partial<DeclaredTarget>> = {
  [Name in ExportTarget]: (typeof declared)[Name] extends Part ? Name : never;
}[ExportTarget];

/** The targets that people sign in to (SET-05). */
export type ConnectedSystem = Exclude<ExportTarget, NamesWhere<{ readonly connection: null }>>;

/** What each target is known to want and to do. */
export const targets: Readonly<Record<ExportTarget, DeclaredTarget>> = declared;
export const exportTargets = Object.keys(declared) as readonly ExportTarget[];
/** Where nothing is set. */
export const initialTarget: ExportTarget = 'datev';
/** Where it is not told at which a sign-in was. */
export const initialSystem: ConnectedSystem = 'datev';

export const connectedSystems = exportTargets.filter(
  (name): name is ConnectedSystem => targets[name].connection !== null,
);

export function connectionOf(system: ConnectedSystem): TargetConnection {
  return declared[system].connection;
}
