import { dayOfInstant, offsetAt } from '../../base/day.ts';

interface NamedFile {
  readonly id: number;
  readonly name: string;
  readonly format: string;
  readonly planned_at: Date;
  readonly timeZone: string;
}

/**
 * "Offene_Rechnungen_2026-11-30_0600_12.csv": name, planned moment in the time zone of the tenant and number of the
 * run. No two runs share a name, and every attempt of a run has the same one.
 */
export function fileNameOf({ id, name, format, planned_at: at, timeZone }: NamedFile): string {
  const clock = new Date(at.getTime() + offsetAt(at, timeZone)).toISOString().slice(11, 16).replace(':', '');
  const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_+|_+$/g, '');
  return `${words || 'Export'}_${dayOfInstant(at, timeZone)}_${clock}_${id}.${format}`;
}
