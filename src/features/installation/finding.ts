/** Findings of `npm run doctor` about an installation, with a remedy for each problem. */

export const levels = ['ok', 'warning', 'wrong'] as const;
export type Level = (typeof levels)[number];

/** Examined subjects, in order of the report. */
export const subjects = [
  'configuration',
  'machine',
  'database',
  'work',
  'files',
  'address',
  'mail',
  'backup',
] as const;
export type Subject = (typeof subjects)[number];

export interface Finding {
  readonly subject: Subject;
  readonly level: Level;
  /** The finding in one sentence. */
  readonly says: string;
  /** What to do; null if there is no problem. */
  readonly remedy: string | null;
}

/** Creates findings about one subject. */
export function findingsAbout(subject: Subject) {
  return {
    ok: (says: string): Finding => ({ subject, level: 'ok', says, remedy: null }),
    warning: (says: string, remedy: string): Finding => ({ subject, level: 'warning', says, remedy }),
    wrong: (says: string, remedy: string): Finding => ({ subject, level: 'wrong', says, remedy }),
  };
}

/** The worst level among findings. */
export function worstOf(findings: readonly Finding[]): Level {
  const all = new Set(findings.map(({ level }) => level));
  return levels.findLast((level) => all.has(level)) ?? 'ok';
}

const titles: Readonly<Record<Subject, string>> = {
  configuration: 'Configuration',
  machine: 'Machine',
  database: 'Database',
  work: 'Background work',
  files: 'Files',
  address: 'Address',
  mail: 'Mail',
  backup: 'Backup',
};
const words: Readonly<Record<Level, string>> = { ok: 'ok', warning: 'warning', wrong: 'WRONG' };
const margin = ' '.repeat(11);

/** The report as text, with counts at the end. */
export function reportOf(findings: readonly Finding[]): string {
  const parts = subjects.flatMap((subject) => {
    const about = findings.filter((finding) => finding.subject === subject);
    return about.length === 0 ? [] : [[titles[subject], ...about.flatMap(linesOf)].join('\n')];
  });
  return `${parts.join('\n\n')}\n\n${summaryOf(findings)}`;
}

function linesOf({ level, says, remedy }: Finding): string[] {
  const line = `  ${words[level].padEnd(9)}${says}`;
  return remedy === null ? [line] : [line, `${margin}-> ${remedy}`];
}

function summaryOf(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ level }) => level === 'wrong').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  if (wrong + warnings === 0) return 'No problems found.';
  const counted = [
    ...(wrong > 0 ? [wrong === 1 ? '1 error' : `${wrong} errors`] : []),
    ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
  ];
  return `${counted.join(', ')}.`;
}
