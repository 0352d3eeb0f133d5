import type { Proofs } from './facts.ts';
import { factTable } from './general-blocks.ts';
import type { Block, Gap } from './model.ts';
import { table } from './rights-blocks.ts';
import type { Words } from './words.ts';

/** Chapters of what the product read at the moment of the version (ARC-07). */
export const proofBlocks = {
  backup: (proofs: Proofs, words: Words): readonly Block[] => [
    factTable([
      [words.of('proof.backup'), backupText(proofs, words)],
      [words.of('proof.rehearsal'), rehearsalText(proofs, words)],
    ]),
  ],

  numbers: ({ numbers }: Proofs, words: Words): readonly Block[] =>
    table(numbers, undefined, [1, 4, 3], {
      head: ['word.abbreviation', 'word.kept', 'word.last_number'].map((key) => words.of(key)),
      row: ({ abbreviation, last }) => [
        abbreviation,
        words.of(`series.${abbreviation}`),
        `${abbreviation}-${String(last).padStart(6, '0')}`,
      ],
    }),

  data_access: ({ auditors, archivedAt }: Proofs, words: Words): readonly Block[] => [
    factTable([
      ['Z1', words.of('data_access.direct')],
      ['Z2', words.of('data_access.indirect')],
      ['Z3', words.of('data_access.handed_over')],
      [
        words.of('proof.archive'),
        archivedAt === null ? words.of('proof.no_archive') : words.instant(archivedAt),
      ],
    ]),
    ...table(auditors, words.of('word.auditors'), [3, 3, 3, 2], {
      head: ['word.name', 'word.company', 'word.period', 'word.until'].map((key) => words.of(key)),
      row: ({ name, company, from, until, ends }) => [
        name,
        company,
        `${words.day(from)} – ${words.day(until)}`,
        words.day(ends),
      ],
    }),
  ],

  programs: ({ programs }: Proofs, words: Words): readonly Block[] =>
    table(programs, undefined, [2, 3], {
      head: [words.of('word.version'), words.of('word.in_use_since')],
      row: ({ version, since }) => [version, words.instant(since)],
    }),

  proofs: (proofs: Proofs, words: Words, gaps: readonly Gap[]): readonly Block[] => [
    factTable([
      [words.of('proof.read_at'), words.instant(proofs.readAt)],
      [words.of('proof.backup'), backupText(proofs, words)],
      [words.of('proof.rehearsal'), rehearsalText(proofs, words)],
      [words.of('proof.audit_check'), auditText(proofs, words)],
      [words.of('proof.access_review'), reviewText(proofs, words)],
    ]),
    ...(gaps.length === 0
      ? [{ kind: 'text', text: words.of('proof.no_gap') } as const]
      : table(gaps, words.of('word.gaps'), [3, 4, 4], {
          head: ['word.claim', 'word.missing', 'word.explanation'].map((key) => words.of(key)),
          row: ({ title, text, explanation }) => [
            title,
            text,
            explanation ?? words.of('proof.not_explained'),
          ],
        })),
  ],
} as const;

function backupText({ backup }: Proofs, words: Words): string {
  if (backup === null) return words.of('proof.none');
  const { tables, bytes } = backup.figures;
  return words.of('proof.backup_of', {
    at: words.instant(backup.at),
    tables,
    megabytes: Math.ceil(bytes / 1e6),
  });
}

function rehearsalText({ rehearsal }: Proofs, words: Words): string {
  if (rehearsal === null) return words.of('proof.none');
  const { of, rows, findings } = rehearsal.figures;
  return words.of('proof.rehearsal_of', {
    at: words.instant(rehearsal.at),
    of: words.instant(of),
    rows,
    findings,
  });
}

function reviewText({ review }: Proofs, words: Words): string {
  if (review === null) return words.of('proof.none');
  const { at, by, second } = review;
  return [words.instant(at), by, second ?? words.of('proof.alone')].join('; ');
}

function auditText({ auditCheck }: Proofs, words: Words): string {
  if (auditCheck === null) return words.of('proof.none');
  return words.of('proof.audit_of', { at: words.instant(auditCheck.at), ...auditCheck.figures });
}
