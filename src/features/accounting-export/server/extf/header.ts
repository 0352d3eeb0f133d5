import type { Day } from '../../../../base/day.ts';
import type { ExtfCategory } from '../../extf/categories.ts';
import { extfVersion, headerFields } from '../../extf/fields.ts';
import { type Cell, headerDay, quoted, record } from '../../extf/row.ts';
import type { ExportingCompany } from '../../model.ts';

/** The header fields that all categories share. */
export interface FileHead {
  readonly company: Pick<ExportingCompany, 'consultant_number' | 'client_number' | 'ledger_account_length'>;
  /** As `YYYYMMDDHHMMSSmmm` in the tenant's time zone. */
  readonly madeAt: string;
  /** The first day of the fiscal year. */
  readonly yearStart: Day;
  readonly label: string;
}

/** The two lines above the rows: the header with the fields of its category, and the column names (EXP-10). */
export function headLines(
  { category, formatName, formatVersion, columns }: ExtfCategory,
  { company, madeAt, yearStart, label }: FileHead,
  added: Readonly<Record<number, Cell>> = {},
): string {
  const header = record(headerFields.length, {
    1: '"EXTF"',
    2: extfVersion,
    3: category,
    4: quoted(formatName, 50),
    5: formatVersion,
    6: madeAt,
    8: '"KO"',
    9: '"Kontor"',
    10: '""',
    11: company.consultant_number ?? '',
    12: company.client_number ?? '',
    13: headerDay(yearStart),
    14: String(company.ledger_account_length),
    17: quoted(label, 30),
    18: '""',
    22: '""',
    23: '""',
    24: '""',
    25: '""',
    26: '""',
    27: '""',
    30: '""',
    31: '""',
    ...added,
  });
  return `${header}${columns.map(({ name }) => name).join(';')}\r\n`;
}
