/**
 * The oldest browsers that the pages run in (TECH-23): the build writes for them, `public/engine-check.js` turns away
 * what is older, and `tests/start/engines.test.ts` proves that nothing in the bundle needs more.
 */
export const oldestEngines = { chrome: 120, edge: 120, firefox: 124, safari: 17.4 } as const;
