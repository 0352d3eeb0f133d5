import { type Refusal, refuse } from '../../../base/refusal.ts';
import { decodeExtf } from './decoding.ts';
import { extfVersion, headerAt } from './fields.ts';
import { Findings } from './findings.ts';
import { type ExtfRecord, extfRecords } from './records.ts';

/** A third-party file with a parsed header; its records follow one by one, starting with the headings. */
export interface OpenedExtf {
  /** The header field at a position, counted from 1. */
  readonly at: (position: number) => string;
  /** The same, shortened for use in a refusal. */
  readonly reported: (position: number) => string;
  readonly records: Iterator<ExtfRecord> & Iterable<ExtfRecord>;
  /** Problems with quotation marks in the records read so far. */
  readonly findings: Findings;
}

/** DATEV itself exports with the second identifier. */
const formats = ['EXTF', 'DTVF'];
const maxReported = 40;

/**
 * Opens a file. Refuses other files, other versions, and UTF-8 without a byte order mark, which would damage umlauts.
 */
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
  return { at, reported: (position) => at(position).slice(0, maxReported), records, findings };
}
