import type { TFunction } from 'i18next';
import type { Finding } from '../../kind.ts';
import { problemKey } from '../../problem-key.ts';

/** What should be looked at, though it may stand (VAL-29). */
export function warningText(finding: Finding, t: TFunction): string {
  const { key, values } = problemKey(finding);
  return t(key, values);
}
