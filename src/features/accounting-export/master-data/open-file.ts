import { isRefusal, type Refusal, refuse } from '../../../base/refusal.ts';
import { accountNameCategory, type ExtfCategory, partnerCategory } from '../extf/categories.ts';
import { headerAt } from '../extf/fields.ts';
import type { Findings } from '../extf/findings.ts';
import { openExtf } from '../extf/open-extf.ts';
import type { ExtfRecord } from '../extf/records.ts';
import type { MasterDataSubject } from './model.ts';

/** A master-data file with a parsed header; its rows follow one by one. */
export interface MasterDataFile {
  readonly subject: MasterDataSubject;
  /** DATEV's numbers of the adviser and the company. */
  readonly consultant: string;
  readonly client: string;
  /** The length of a ledger account. */
  readonly accountLength: number;
  readonly columns: number;
  readonly rows: Iterable<ExtfRecord>;
  /** Problems with quotation marks in the rows read so far. */
  readonly findings: Findings;
}

const subjects: readonly (readonly [ExtfCategory, MasterDataSubject])[] = [
  [partnerCategory, 'supplier'],
  [accountNameCategory, 'ledger_account'],
];

/**
 * Reads the header of a file (EXP-25). Refuses other files, unknown categories and versions, and UTF-8 without a byte
 * order mark, which would damage umlauts.
 */
export function openMasterData(bytes: Uint8Array): MasterDataFile | Refusal {
  const opened = openExtf(bytes);
  if (isRefusal(opened)) return opened;
  const { at, reported, records, findings } = opened;
  const category = reported(headerAt.category);
  const known = subjects.find(([one]) => one.category === category);
  if (known === undefined)
    return refuse('extf_category', {
      field: 'file',
      values: { category, name: reported(headerAt.formatName) },
    });
  const [{ formatVersion, columns }, subject] = known;
  const version = reported(headerAt.formatVersion);
  if (version !== formatVersion)
    return refuse('extf_version', { field: 'file', values: { category, version, known: formatVersion } });
  const heading = records.next();
  const accountLength = Number(at(headerAt.accountLength));
  const isWhole = !heading.done && heading.value.cells[0]?.text === columns[0]?.name;
  if (!isWhole || !/^[4-8]$/.test(at(headerAt.accountLength)))
    return refuse('extf_unreadable', { field: 'file' });
  return {
    subject,
    consultant: reported(headerAt.consultant),
    client: reported(headerAt.client),
    accountLength,
    columns: heading.value.cells.length,
    rows: records,
    findings,
  };
}
