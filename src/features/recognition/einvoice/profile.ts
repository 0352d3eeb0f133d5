import type { Text } from './model.ts';

/**
 * The extent of the data in an e-invoice. `minimum` and `basic_wl` of Factur-X have no lines and are no invoices
 * under § 14 UStG (REC-11); `other` is an unknown profile.
 */
export type ProfileLevel =
  | 'minimum'
  | 'basic_wl'
  | 'basic'
  | 'comfort'
  | 'en16931'
  | 'extended'
  | 'xrechnung'
  | 'peppol'
  | 'other';

export interface Profile {
  /** The stated specification (BT-24); null when missing. */
  readonly id: Text;
  readonly level: ProfileLevel;
  /** False for profiles that only support booking. */
  readonly isInvoice: boolean;
}

/** Profiles by the last word of the identifiers of Factur-X, ZUGFeRD 2 and ZUGFeRD 1. */
const byLastWord: ReadonlyMap<string, ProfileLevel> = new Map([
  ['minimum', 'minimum'],
  ['basicwl', 'basic_wl'],
  ['basic', 'basic'],
  ['comfort', 'comfort'],
  ['en16931', 'en16931'],
  ['extended', 'extended'],
  ['xrechnung', 'xrechnung'],
]);

/** The profile of a specification identifier (BT-24). */
export function profileOf(id: Text): Profile {
  const level = levelOf((id ?? '').toLowerCase());
  return { id, level, isInvoice: level !== 'minimum' && level !== 'basic_wl' };
}

function levelOf(id: string): ProfileLevel {
  const [, word = ''] =
    /(?:factur-x\.eu|zugferd\.de|urn:ferd(?::crossindustrydocument)?:invoice):[\dp]*(?:rc)?:(\w+)$/.exec(
      id,
    ) ?? [];
  const named = byLastWord.get(word);
  if (named) return named;
  if (/(?:^|[:#])(?:xrechnung|kosit:(?:standard|extension):xrechnung)/.test(id)) return 'xrechnung';
  if (id.includes('urn:fdc:peppol.eu:')) return 'peppol';
  return /^urn:cen\.eu:en16931:2017$/.test(id) ? 'en16931' : 'other';
}
