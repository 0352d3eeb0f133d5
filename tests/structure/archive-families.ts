import { archiveProblems, archiveStates } from '../../src/features/archive/model.ts';

/** The texts of archives with composed keys. */
export const archiveFamilies: Readonly<Record<string, readonly string[]>> = {
  'archive.state.*': archiveStates,
  'archive.problem.*': archiveProblems,
};
