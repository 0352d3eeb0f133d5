import { type Refusal, refuse } from '../../../../base/refusal.ts';

const longestReason = 300;

/** The reason inside an error of Dynamics 365, without its stack trace; empty for other texts. */
export function reasonOf(body: string): string {
  const error = errorOf(body);
  const inner = objectOf(error?.innererror)?.message;
  const message = typeof inner === 'string' ? inner : error?.message;
  return typeof message === 'string' ? message : '';
}

/** Whether the answer is an error of Dynamics 365 itself, not of a proxy. */
export function isDynamicsError(body: string): boolean {
  return errorOf(body) !== null;
}

/** Another process was writing the same row; a retry may succeed. */
export function isConflict(reason: string): boolean {
  return /RecVersion|update conflict|Aktualisierungskonflikt|another user process|deadlock/i.test(reason);
}

/** The refusal for a reason: the specific text where a value is wrong, else a general one (EXP-18). */
export function refusedBy(reason: string): Refusal {
  const text = readable(reason);
  return text === ''
    ? refuse('export_d365_failed')
    : refuse('export_d365_validation', { values: { reason: text } });
}

/** `Write failed for table row of type 'X'. Infolog: Warning: A.; Error: B.` becomes `A.; B.`, each text once. */
function readable(reason: string): string {
  const texts = reason
    .replace(/^Write failed for table row of type '[^']*'\.\s*Infolog:\s*/i, '')
    .split(/;\s+/)
    .map((text) => text.replace(/^(Info|Warning|Error):\s*/i, '').replace(/[\p{Cc}\s]+/gu, ' '))
    .map((text) => text.replace(/\.{2,}$/, '.').trim())
    // The failed form rule means nothing to people.
    .filter((text) => text !== '' && !/^validateField failed/i.test(text));
  const known = [...new Set(texts)].join('; ');
  return known === 'An error has occurred.' ? '' : known.slice(0, longestReason);
}

function errorOf(body: string): Readonly<Record<string, unknown>> | null {
  try {
    return objectOf(objectOf(JSON.parse(body))?.error);
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
}
