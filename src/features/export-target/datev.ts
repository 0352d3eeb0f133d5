import { type Amount, dividedBy, round } from '../../base/money.ts';
import type { DeclaredTarget, RateForm } from './target.ts';

const spelled: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  ...{ Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ẞ: 'SS' },
};

/** A rate in DATEV's notation: units of the foreign currency per unit of the company's currency. */
export function rateAtDatev(rate: Amount): Amount {
  return round(dividedBy('1', rate), 6);
}

/** Four digits before the decimal point and six after it (EXTF column 4, LedgerImport `p31`). */
export const datevRate: RateForm = { written: rateAtDatev, greatest: '9999.999999' };

const shared = {
  system: 'DATEV',
  number: {
    maxCharacters: 36,
    spelled: (printed) =>
      printed
        .normalize('NFKC')
        .replace(/[äöüßÄÖÜẞ]/g, (letter) => spelled[letter] ?? letter)
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/\s*([$%&*+\-/])\s*/g, '$1')
        .replace(/[^A-Za-z0-9$%&*+\-/]+/g, '-')
        .replace(/^-+|-+$/g, ''),
    trimmed: (end) => end.replace(/^-+/, ''),
    isTaken: (number) => /^[A-Za-z0-9$%&*+\-/]+$/.test(number),
  },
  rate: datevRate,
  bookedBy: { postingKeys: true, dimensions: false, taxGroups: false, combinations: false },
  hasAdviserFile: true,
  takesAgain: true,
  settingsTab: 'datev',
} as const satisfies Partial<DeclaredTarget>;

/** DATEV online (EXP-08). */
export const datevOnline = {
  ...shared,
  isFile: false,
  connection: { tab: 'datev', path: 'datev', isOfCompany: true },
} as const satisfies DeclaredTarget;

/** Files of bookings for DATEV (EXP-10). */
export const datevFile = { ...shared, isFile: true, connection: null } as const satisfies DeclaredTarget;
