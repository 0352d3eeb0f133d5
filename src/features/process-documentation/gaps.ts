import { oldestHours } from '../installation/backups.ts';
import type { Facts, Proofs } from './facts.ts';
import { type DocumentationLanguage, type Gap, type GapKey, gapChapters, gapKeys } from './model.ts';
import type { Words } from './words.ts';

const hour = 3_600_000;
/** A rehearsal and a check of the audit are proofs for a year. */
const yearOfHours = 366 * 24;

/** Claims of the documentation that nothing proves at this moment, each with its explanation if there is one (ARC-07). */
export function gapsOf(
  facts: Facts,
  lang: DocumentationLanguage,
  words: Words,
  proofs: Proofs,
): readonly Gap[] {
  const textOf = (key: string) =>
    facts.texts.find((text) => text.chapter === key && text.lang === lang)?.content ?? null;
  const isProven: Readonly<Record<GapKey, boolean>> = {
    // Only the company knows these: its own text of the chapter fills the gap.
    places: textOf(gapChapters.places) !== null,
    scanning: textOf(gapChapters.scanning) !== null,
    training: textOf(gapChapters.training) !== null,
    encryption: facts.isEncrypted,
    backup: isYoung(proofs, 'backup', oldestHours),
    rehearsal: isYoung(proofs, 'rehearsal', yearOfHours),
    audit_check: isYoung(proofs, 'auditCheck', yearOfHours),
    second_administrator: administratorsOf(facts) > 1,
    access_review: isWithin(proofs, proofs.review, yearOfHours),
  };
  return gapKeys
    .filter((key) => !isProven[key])
    .map((key) => ({
      key,
      title: words.of(`gap.${key}.title`),
      text: words.of(`gap.${key}.text`),
      explanation: textOf(`gap_${key}`),
    }));
}

/** People who administer, themselves or through a task group. */
export function administratorsOf({ roles }: Facts): number {
  return roles.find(({ role }) => role === 'user-admin')?.count ?? 0;
}

function isYoung(proofs: Proofs, kind: 'backup' | 'rehearsal' | 'auditCheck', hours: number): boolean {
  const proof = proofs[kind];
  return proof?.isPassed === true && isWithin(proofs, proof, hours);
}

function isWithin({ readAt }: Proofs, proof: { readonly at: string } | null, hours: number): boolean {
  return proof !== null && Date.parse(readAt) - Date.parse(proof.at) <= hours * hour;
}
