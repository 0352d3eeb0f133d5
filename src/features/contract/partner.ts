import type { ContractParties } from '../recognition/contract-reading.ts';
import type { ReadValue } from '../recognition/reading.ts';

/** A supplier of the records that the document of a contract may be of. */
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
 * Who the other side is: by VAT id, account, then name, as with invoices (REC-05). Where one of them fits several suppliers,
 * nobody is named; where they fit different ones, it is in doubt.
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

/** A name within a longer one is none of its own: "Software GmbH" is not named by "Nordlicht Software GmbH". */
function namedOnly(found: readonly FoundPartner[]): FoundPartner[] {
  return found.filter(
    ({ read: { value } }) =>
      !found.some(({ read: { value: other } }) => other.length > value.length && other.endsWith(value)),
  );
}
