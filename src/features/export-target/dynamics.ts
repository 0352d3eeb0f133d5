import { type DeclaredTarget, plainNumber } from './target.ts';

/** Dynamics 365 Finance (EXP-14). */
export const dynamics = {
  system: 'Dynamics 365',
  number: plainNumber(20),
  rate: null,
  bookedBy: { postingKeys: false, dimensions: true, taxGroups: true, combinations: true },
  isFile: false,
  hasAdviserFile: false,
  takesAgain: false,
  settingsTab: 'd365',
  connection: { tab: 'd365', path: 'ms-365', isOfCompany: false },
} as const satisfies DeclaredTarget;
