import { isRefusal, type Refusal, refuse } from '../../../base/refusal.ts';
import { accountNameCategory, type ExtfCategory, partnerCategory } from '../extf/categories.ts';
import { headerAt } from '../extf/fields.ts';
import type { Findings } from '../extf/findings.ts';
import { openExtf } from '../extf/open-extf.ts';
import type { ExtfRecord } from '../extf/records.ts';
import type { MasterDataSubject } from './model.ts';

/** A file of master data whose head has been read; its rows come one after the other. */
export interface MasterDataFile {
  readonly subject: MasterDataSubject;
  /** As DATEV knows adviser and company. */
  readonly consultant: string;
  readonly client: string;
  /** Digits of a ledger account. */
  readonly accountLength: number;
  readonly columns: number;
  readonly rows: Iterable<ExtfRecord>;
  /** What was found wrong with quotation marks as far as the rows were read. */
  readonly findings: Findings;
}

const subjects: readonly (readonly [ExtfCategory, MasterDataSubject])[] = [
  [partnerCategory, 'supplier'],
  [accountNameCategory, 'ledger_account'],
];

/**
 * Reads the head of a file (EXP-25). Refused by name: what is no such file, another category or version than those that
 * are known, and UTF-8 without its mark, in which every umlaut would be damaged.
 */
export function openMasterData(bytes: Uint8Array): MasterDataFile | Refusal {
  const opened = openExtf(bytes);
  if (isRefusal(opened)) return opened;
  const { at, told, records, findings } = opened;
  const category = told(headerAt.category);
  const known = subjects.find(([one]) => one.category === category);
  if (known === undefined)
    return refuse('extf_category', { field: 'file', values: { category, name: told(headerAt.formatName) } });
  const [{ formatVersion, columns }, subject] = known;
  const version = told(headerAt.formatVersion);
  if (version !== formatVersion)
    return refuse('extf_version', { field: 'file', values: { category, version, known: formatVersion } });
  const heading = records.next();
  const accountLength = Number(at(headerAt.accountLength));
  const isWhole = !heading.done && heading.value.cells[0]?.text === columns[0]?.name;
  if (!isWhole || !/^[4-8]$/.test(at(headerAt.accountLength)))
    return refuse('extf_unreadable', { field: 'file' });
  return {
    subject,
    consultant: told(headerAt.consultant),
    client: told(headerAt.client),
    accountLength,
    columns: heading.value.cells.length,
    rows: records,
    findings,
  };
}
