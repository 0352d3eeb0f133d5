import { dayOfInstant, partsOf } from '../../../../base/day.ts';
import { defaultTimeZone } from '../../../../platform/constants.ts';
import type { Clock } from '../../../../platform/server/clock.ts';

/** Reasons why a company's data cannot be accessed, reported by every call. */
export type Trouble =
  | 'inactive'
  | 'no_permission'
  | 'scope_missing'
  | 'app_not_permitted'
  | 'throttled'
  | 'broken'
  | 'maintenance'
  | 'slow';

/** The outcomes of a company's jobs with valid files. */
export type Outcome = 'processed' | 'error_entry' | 'warning_entry' | 'failed' | 'partly' | 'never';

export interface FiscalYear {
  readonly year: number;
  readonly hasPayables: boolean;
}

/** A company of the tax adviser ("Mandant"). */
export interface DatevClient {
  /** `<consultant>-<client>`. */
  readonly id: string;
  readonly name: string;
  readonly accountLength: number;
  /** DATEV opens the following year automatically. */
  readonly fiscalYears: FiscalYear[];
  readonly ledgerFolders: readonly string[];
  /** Whether data of this kind can be sent at all. */
  readonly hasAccessData: boolean;
  /** The API description has "true" in quotation marks, the schema does not. */
  readonly writesFlagsAsText: boolean;
  readonly trouble: Trouble | null;
  readonly outcome: Outcome;
  /** The number of status queries until a job is done. */
  readonly looksUntilDone: number;
}

const consultant = '455148';

/** Years whose following year is over as well. */
const longAgo = [6, 5, 4];
const latest = [2, 1, 0];

/** The companies of the sandbox, one per behaviour; company 1 works without errors. */
export function sandboxClients(clock: Clock): DatevClient[] {
  const thisYear = partsOf(dayOfInstant(clock.now(), defaultTimeZone)).year;
  const years = (ago: readonly number[], hasPayables = true): FiscalYear[] =>
    ago.map((count) => ({ year: thisYear - count, hasPayables }));
  const client = (number: number, name: string, other: Partial<DatevClient> = {}): DatevClient => ({
    id: `${consultant}-${number}`,
    name,
    accountLength: 4,
    fiscalYears: years(latest),
    ledgerFolders: ['Eingangsrechnungen'],
    hasAccessData: true,
    writesFlagsAsText: false,
    trouble: null,
    outcome: 'processed',
    looksUntilDone: 2,
    ...other,
  });
  return [
    client(1, 'Muster GmbH 1'),
    client(2, 'Wahrheitswerte als Text', { writesFlagsAsText: true }),
    client(3, 'Verbindung inaktiv', { trouble: 'inactive' }),
    client(4, 'Keine Zugangsdaten', { hasAccessData: false }),
    client(5, 'Keine Berechtigung', { trouble: 'no_permission' }),
    client(6, 'Berechtigung fehlt im Umfang', { trouble: 'scope_missing' }),
    client(7, 'Anwendung nicht zugelassen', { trouble: 'app_not_permitted' }),
    client(8, 'Wirtschaftsjahr fehlt', { fiscalYears: years(longAgo) }),
    client(9, 'Ohne Rechnungseingangsbuch', { fiscalYears: years(latest, false) }),
    client(10, 'Protokoll mit Fehler', { outcome: 'error_entry' }),
    client(11, 'Protokoll mit Warnung', { outcome: 'warning_entry' }),
    client(12, 'Nicht verarbeitet', { outcome: 'failed' }),
    client(13, 'Teilweise verarbeitet', { outcome: 'partly' }),
    client(14, 'Wird nie fertig', { outcome: 'never' }),
    client(15, 'Zu viele Anfragen', { trouble: 'throttled' }),
    client(16, 'Interner Fehler', { trouble: 'broken' }),
    client(17, 'Wartung', { trouble: 'maintenance' }),
    client(18, 'Langsame Antworten', { trouble: 'slow' }),
    client(19, 'Achtstellige Sachkonten', { accountLength: 8 }),
  ];
}

/** The company as answered by `GET /clients/{id}`, with its last three fiscal years. */
export function clientBasics(client: DatevClient): Readonly<Record<string, unknown>> {
  const flag = (value: boolean) => (client.writesFlagsAsText ? String(value) : value);
  return {
    ...clientName(client),
    is_document_management_available: flag(client.hasAccessData),
    basic_accounting_information: (client.hasAccessData ? client.fiscalYears : [])
      .slice(-3)
      .map(({ year, hasPayables }) => ({
        fiscal_year_start: `${year}-01-01`,
        fiscal_year_end: `${year}-12-31`,
        account_length: client.accountLength,
        ledgers: {
          is_accounts_payable_ledger_available: flag(hasPayables),
          is_accounts_receivable_ledger_available: flag(true),
          is_cash_ledger_available: flag(false),
        },
      })),
  };
}

/** The company as an item of the list. */
export function clientName({ id, name }: DatevClient): Readonly<Record<string, unknown>> {
  const [ofConsultant, number] = id.split('-').map(Number);
  return { client_number: number, consultant_number: ofConsultant, id, name };
}

/**
 * The fiscal year in which incoming invoices of a month are booked. A missing year is opened after one with the
 * payables ledger. Null where there is none.
 */
export function openYear(client: DatevClient, month: string): FiscalYear | null {
  const year = Number(month.slice(0, 4));
  const found = client.fiscalYears.find((each) => each.year === year);
  if (found) return found.hasPayables ? found : null;
  if (!client.fiscalYears.some((each) => each.year === year - 1 && each.hasPayables)) return null;
  const opened = { year, hasPayables: true };
  client.fiscalYears.push(opened);
  return opened;
}
