/**
 * The oldest supported browsers (TECH-23): the build targets them, `public/engine-check.js` rejects older ones, and
 * `tests/start/engines.test.ts` proves that nothing in the bundle needs more.
 */
export const oldestEngines = { chrome: 120, edge: 120, firefox: 124, safari: 17.4 } as const;
