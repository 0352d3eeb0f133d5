import { type Refusal, refuse } from '../../../../base/refusal.ts';

const longestReason = 300;

/** The reason inside of an error of Dynamics 365, without the stack that comes with it; empty where it is none. */
export function reasonOf(body: string): string {
  const error = errorOf(body);
  const inner = objectOf(error?.innererror)?.message;
  const message = typeof inner === 'string' ? inner : error?.message;
  return typeof message === 'string' ? message : '';
}

/** Whether the answer is an error in the words of Dynamics 365, and not of something before it. */
export function isDynamicsError(body: string): boolean {
  return errorOf(body) !== null;
}

/** Somebody else was writing the same row: repeated a little later it may succeed. */
export function isConflict(reason: string): boolean {
  return /RecVersion|update conflict|Aktualisierungskonflikt|another user process|deadlock/i.test(reason);
}

/** Why an invoice was not taken, as a person reads it: by name where a value is wrong, else as a whole (EXP-18). */
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
    // Which rule of the form has failed says nothing to people.
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
