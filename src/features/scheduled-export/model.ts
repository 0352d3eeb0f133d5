/** The states of a run; must match the check of `scheduled_export_run.state`. */
export const runStates = ['waiting', 'sent', 'failed', 'uncertain'] as const;
export type RunState = (typeof runStates)[number];

/** Ways out of the product; must match the check of `export_destination.kind`. */
export const destinationKinds = ['mail', 'folder', 'store'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** Larger files do not go by mail, in bytes: most mail servers refuse them. */
export const largestMailed = 10 * 1024 * 1024;
