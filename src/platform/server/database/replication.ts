import type { Replication } from '../../replication.ts';

interface FigureRow {
  readonly kind: 'standby' | 'slot';
  readonly name: string;
  readonly is_active: boolean | null;
  readonly behind_seconds: number | null;
  readonly kept_bytes: string | number | null;
  readonly is_lost: boolean | null;
}

/** Standbys and slots of the primary; `ask` runs a query there, as the gate or the owner. */
export async function readReplication(
  ask: (text: string) => Promise<readonly object[]>,
): Promise<Replication> {
  const rows = (await ask('select * from app.replication_figures()')) as readonly FigureRow[];
  const of = (kind: FigureRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    standbys: of('standby').map((row) => ({
      name: row.name,
      isActive: row.is_active === true,
      behindSeconds: row.behind_seconds ?? 0,
    })),
    slots: of('slot').map((row) => ({
      name: row.name,
      isActive: row.is_active === true,
      keptBytes: Number(row.kept_bytes ?? 0),
      isLost: row.is_lost === true,
    })),
  };
}
