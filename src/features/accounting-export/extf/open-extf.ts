import { type Refusal, refuse } from '../../../base/refusal.ts';
import { decodeExtf } from './decoding.ts';
import { extfVersion, headerAt } from './fields.ts';
import { Findings } from './findings.ts';
import { type ExtfRecord, extfRecords } from './records.ts';

/** A file of somebody else whose header has been read; its records come one after the other, the headings first. */
export interface OpenedExtf {
  /** What the header says at a position, counted from 1. */
  readonly at: (position: number) => string;
  /** The same, cut to what a refusal repeats of a file. */
  readonly told: (position: number) => string;
  readonly records: Iterator<ExtfRecord> & Iterable<ExtfRecord>;
  /** What was found wrong with quotation marks as far as the records were read. */
  readonly findings: Findings;
}

/** DATEV itself writes the second where it exports. */
const formats = ['EXTF', 'DTVF'];
const mostTold = 40;

/** Opens a file; refused by name: what is no such file, another version, and UTF-8 without its mark, in which every umlaut would be damaged. */
export function openExtf(bytes: Uint8Array): OpenedExtf | Refusal {
  const findings = new Findings();
  const { text } = decodeExtf(bytes, findings);
  const isReadable = findings.count === 0;
  const records = extfRecords(text, findings);
  const header = records.next();
  if (header.done) return refuse('extf_unreadable', { field: 'file' });
  const at = (position: number): string => (header.value.cells[position - 1]?.text ?? '').trim();
  if (!formats.includes(at(headerAt.format)) || at(headerAt.version) !== extfVersion)
    return refuse('extf_unreadable', { field: 'file' });
  if (!isReadable) return refuse('extf_encoding', { field: 'file' });
  return { at, told: (position) => at(position).slice(0, mostTold), records, findings };
}
