import {
  isRefusal,
  type Question,
  type Refusal,
  type RefusalCode,
  type RefusalValue,
  refuse,
} from './refusal.ts';

/** The person's confirmations: hashes of refusals shown to the person, or `all` for a preview. */
export type Confirmations = readonly string[] | 'all';

/**
 * Asks before something doubtful is done (API-41): null if the person has confirmed exactly these facts, else a
 * refusal with their hash. Changed facts have another hash and so ask again.
 *
 * `subject` names action and document, so that a confirmation counts for that one alone. `values` must hold only what
 * the person may see, since they are shown and hashed.
 */
export function unlessConfirmed(
  code: RefusalCode,
  values: Readonly<Record<string, RefusalValue>>,
  subject: string,
  confirmations: Confirmations | null = null,
): Refusal | null {
  const hash = confirmationHash(code, values, subject);
  if (confirmations === 'all' || confirmations?.includes(hash)) return null;
  return refuse(code, { values, confirm: { code, hash, values } });
}

/** A step that asks more than this is decided wrongly. */
const maxFurther = 20;

/**
 * The decision of a step; where it asks something, with all that it would ask next, so that a person confirms
 * everything in one dialog (API-41). `decide` is pure.
 */
export function askedTogether<Decision>(
  decide: (confirmations: Confirmations) => Decision | Refusal,
  confirmations: Confirmations | null = null,
): Decision | Refusal {
  const decision = decide(confirmations ?? []);
  if (!isRefusal(decision) || !decision.confirm || confirmations === 'all') return decision;
  const further: Question[] = [];
  while (further.length < maxFurther) {
    const known = [decision.confirm, ...further].map(({ hash }) => hash);
    const next = decide([...(confirmations ?? []), ...known]);
    if (!isRefusal(next) || !next.confirm) break;
    further.push(next.confirm);
  }
  return further.length > 0 ? { ...decision, confirm: { ...decision.confirm, further } } : decision;
}

/** 64 bits as 16 hexadecimal digits, equal for equal facts in any order of keys. */
export function confirmationHash(
  code: RefusalCode,
  values: Readonly<Record<string, RefusalValue>>,
  subject: string,
): string {
  const sorted = Object.entries(values).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return fnv1a64(JSON.stringify([subject, code, sorted]));
}

/** FNV-1a over UTF-8. Distinguishes facts; it protects no secret and need not resist an attacker. */
function fnv1a64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
