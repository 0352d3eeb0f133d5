import type { TFunction } from 'i18next';
import type { Finding } from '../../kind.ts';
import { problemKey } from '../../problem-key.ts';

/** The text of a warning that does not prevent saving (VAL-29). */
export function warningText(finding: Finding, t: TFunction): string {
  const { key, values } = problemKey(finding);
  return t(key, values);
}
