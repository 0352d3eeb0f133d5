import { isIban, normalIban } from '../../../base/iban.ts';
import { boxOf, type Evidence, found } from './evidence.ts';
import type { Cell } from './layout.ts';
import { byPlace, type Placed } from './near.ts';
import type { Found, KnownParties } from './page-reading.ts';
import { type Section, sideOf } from './sections.ts';

/** Bank details of the sender. */
export interface Accounts {
  readonly sellerIban: Found<string> | null;
  readonly sellerBic: Found<string> | null;
  readonly allIbans: readonly Found<string>[];
}

interface Account extends Placed {
  readonly iban: string;
  readonly isValid: boolean;
  /** Whether the surrounding text marks it as the recipient's own account. */
  readonly isOfBuyer: boolean;
  readonly isLabelled: boolean;
}

const ibanPattern = /(?<![A-Za-z0-9])[A-Z]{2}\s?\d{2}(?:[\s.-]?[A-Z0-9]){11,30}/g;
const bicPattern = /(?<![A-Za-z0-9])[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?(?![A-Za-z0-9])/g;
const ofBuyer =
  /(?:von|from)\s(?:ihrem|your)|ihr(?:e[nms]?)?\s(?:konto|bankverbindung|iban|bank)|your\s(?:account|iban|bank)|(?:eingezogen|abgebucht|einzug|lastschrift|debited|direct debit|prélev|mandats?referenz|mandate)|votre\s(?:compte|iban)|débiteur|zahlungspflichtige/iu;

/** Finds the printed accounts and separates the sender's from the recipient's. */
export function accountsOf(evidence: Evidence, sections: readonly Section[], known: KnownParties): Accounts {
  const own = new Set((known.own ?? []).flatMap(({ ibans }) => ibans.map(normalIban)));
  const printed = evidence.layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => accountsIn(cell, evidence, sections)),
  );
  const accounts = printed.filter(
    ({ iban }, place) => printed.findIndex((other) => other.iban === iban) === place,
  );
  const theirs = accounts.filter(({ iban, isOfBuyer }) => !own.has(iban) && !isOfBuyer);
  const valid = theirs.filter(({ isValid }) => isValid);
  const first = valid[0] ?? theirs.find(({ isLabelled }) => isLabelled);
  const ofSuppliers = new Set((known.suppliers ?? []).flatMap(({ ibans }) => ibans.map(normalIban)));
  const read = (account: Account): Found<string> => ({
    ...found(account.iban, account, account.isValid && (account.isLabelled || ofSuppliers.has(account.iban))),
    ...(account.isValid ? {} : { isInvalid: true as const }),
  });
  return {
    sellerIban: first ? read(first) : null,
    sellerBic: bicOf(evidence, first ?? null),
    allIbans: theirs.map(read),
  };
}

function accountsIn(cell: Cell, evidence: Evidence, sections: readonly Section[]): Account[] {
  return [...joinedText(cell, evidence).matchAll(ibanPattern)].flatMap((match) => {
    const iban = ownLength(match[0]);
    if (iban === null || match.index >= cell.text.length) return [];
    const end = Math.min(match.index + iban.printed.length, cell.text.length);
    const context = contextOf(cell, evidence);
    const isLabelled = /iban|bankverbindung|kontoverbindung|bank details|bank account/iu.test(context);
    if (!iban.isValid && !isLabelled) return [];
    return [
      {
        cell,
        start: match.index,
        end,
        iban: iban.value,
        isValid: iban.isValid,
        isOfBuyer: ofBuyer.test(context) || sideOf(cell, sections, evidence.layout) === 'buyer',
        isLabelled,
      },
    ];
  });
}

/** An IBAN in groups of four may continue in the next cells of its row. */
function joinedText(cell: Cell, { layout }: Evidence): string {
  const next = layout.rows[cell.row]?.cells.slice(cell.place + 1, cell.place + 8) ?? [];
  return [cell.text, ...next.map(({ text }) => text)].join(' ');
}

/** Cuts off text behind the IBAN: the longest part with valid check digits, else the usual length. */
function ownLength(
  printed: string,
): { readonly value: string; readonly printed: string; readonly isValid: boolean } | null {
  for (let end = printed.length; end >= 15; end -= 1) {
    const part = printed.slice(0, end);
    const value = normalIban(part);
    if (value.length < 15) break;
    if (/[A-Z0-9]$/.test(part) && isIban(value)) return { value, printed: part, isValid: true };
  }
  const groups = /^[A-Z]{2}\s?\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3}(?![A-Z0-9]))?/.exec(
    printed,
  )?.[0];
  const digitsOnly = /^[A-Z]{2}\s?\d{2}(?:\s?\d){11,18}/.exec(printed)?.[0];
  const part = printed.startsWith('DE') ? digitsOnly : groups;
  return part ? { value: normalIban(part), printed: part, isValid: false } : null;
}

/** The text before the account in its row, and the rows above it. */
function contextOf(cell: Cell, { layout }: Evidence): string {
  const before = layout.rows[cell.row]?.cells.filter(({ place }) => place <= cell.place) ?? [];
  const above = [1, 2].flatMap((distance) => layout.rows[cell.row - distance] ?? []);
  const near = above
    .filter(({ page }) => page === cell.page)
    .flatMap(({ cells }) => cells.filter(({ box }) => box[0] < cell.box[2] && box[2] > cell.box[0]));
  return [...near, ...before].map(({ text }) => text).join(' ');
}

function bicOf(evidence: Evidence, account: Account | null): Found<string> | null {
  const labels = evidence.labels.filter(({ name }) => name === 'bic');
  const printed = evidence.layout.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      [...cell.text.matchAll(bicPattern)].map((match) => ({
        cell,
        start: match.index,
        end: match.index + match[0].length,
        bic: match[0],
      })),
    ),
  );
  const labelled = printed.filter((bic) =>
    labels.some(
      (label) =>
        (label.cell.row === bic.cell.row && byPlace(label, bic) < 0) ||
        (label.cell.page === bic.cell.page &&
          bic.cell.row > label.cell.row &&
          bic.cell.row - label.cell.row <= 2 &&
          boxOf(bic)[0] < boxOf(label)[2] + 0.1 &&
          boxOf(bic)[2] > boxOf(label)[0]),
    ),
  );
  const ofCountry = (bic: string) => account !== null && bic.slice(4, 6) === account.iban.slice(0, 2);
  const best = labelled.find(({ bic }) => ofCountry(bic)) ?? labelled[0];
  const isOnly = new Set(labelled.map(({ bic }) => bic)).size === 1;
  if (!best) return null;
  return found(best.bic, best, isOnly && account?.isValid === true && ofCountry(best.bic));
}
