import type { ContractParties } from '../recognition/contract-reading.ts';
import type { ReadValue } from '../recognition/reading.ts';

/** A stored supplier that a contract document may name. */
export interface KnownPartner {
  readonly id: number;
  readonly name: string;
  readonly vat_number: string | null;
  readonly iban: string | null;
}

export interface FoundPartner {
  readonly id: number;
  readonly read: ReadValue;
}

/**
 * Finds the partner by VAT ID, then IBAN, then name, as for invoices (REC-05). Returns null if the deciding criterion
 * matches several suppliers; the result is not sure if the criteria match different ones.
 */
export function partnerOf(known: readonly KnownPartner[], parties: ContractParties): FoundPartner | null {
  const ways = [
    matches(known, parties.vatIds, ({ vat_number }) => vat_number),
    matches(known, parties.ibans, ({ iban }) => iban),
    namedOnly(matches(known, parties.names, ({ name }) => name)),
  ];
  const deciding = ways.find((found) => found.length > 0) ?? [];
  const ids = new Set(deciding.map(({ id }) => id));
  const [first] = deciding;
  if (!first || ids.size > 1) return null;
  const areSame = ways.every((found) => found.every(({ id }) => id === first.id));
  const isByCode = deciding !== ways[2];
  return { id: first.id, read: { ...first.read, sure: first.read.sure && isByCode && areSame } };
}

function matches(
  known: readonly KnownPartner[],
  read: readonly ReadValue[],
  by: (partner: KnownPartner) => string | null,
): FoundPartner[] {
  const plain = (text: string): string => text.toLowerCase();
  return read.flatMap((one) =>
    known.flatMap((partner) => {
      const own = by(partner);
      return own !== null && plain(own) === plain(one.value) ? [{ id: partner.id, read: one }] : [];
    }),
  );
}

/** Drops names that only end a longer match: "Nordlicht Software GmbH" does not name "Software GmbH". */
function namedOnly(found: readonly FoundPartner[]): FoundPartner[] {
  return found.filter(
    ({ read: { value } }) =>
      !found.some(({ read: { value: other } }) => other.length > value.length && other.endsWith(value)),
  );
}
