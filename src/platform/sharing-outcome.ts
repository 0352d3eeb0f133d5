import { sharing } from './constants.ts';

/** What became of files that another app shared (MOB-02). */
export const sharingOutcomes = [
  'kept',
  'log_in',
  'no_worker',
  'not_kept',
  'nothing',
  'too_large',
  'too_numerous',
] as const;
export type SharingOutcome = (typeof sharingOutcomes)[number];

/** The address of the upload page, which says what became of a sharing. */
export function uploadAfterSharing(outcome: SharingOutcome): string {
  return `${sharing.page}?shared=${outcome}`;
}
